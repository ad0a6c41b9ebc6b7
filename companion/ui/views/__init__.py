"""Frozen views that several rooms show, derived from the match. No Flet here."""
