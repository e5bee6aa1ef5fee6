"""What games share: declared state fields, and what else two or more of them need."""
