"""What every door shows or says alike, whether it draws or speaks: no widget stands here."""
