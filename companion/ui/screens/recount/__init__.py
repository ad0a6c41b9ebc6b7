"""The table counts, and what differs is looked into."""
