"""The checklist before the first turn."""
