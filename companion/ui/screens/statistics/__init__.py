"""What the finished matches add up to."""
