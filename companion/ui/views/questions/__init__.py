"""Questions in words of one's own, read as reports or as questions about the table."""
