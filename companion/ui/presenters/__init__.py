"""Frozen views of what a screen shows, derived from the match. No Flet here."""
