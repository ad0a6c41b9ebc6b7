"""What the page tells of its device, and what it keeps for it."""
