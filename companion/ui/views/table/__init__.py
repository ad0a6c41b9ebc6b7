"""State of the table."""
