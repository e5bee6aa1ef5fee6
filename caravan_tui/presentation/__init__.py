"""What screens and line mode show or say alike: no widget stands here."""
