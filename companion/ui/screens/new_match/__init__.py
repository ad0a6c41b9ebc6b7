"""Screen that sets up a match."""
