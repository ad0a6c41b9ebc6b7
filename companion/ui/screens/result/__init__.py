"""Screen of the result of a match."""
