"""Statistics over finished matches."""
