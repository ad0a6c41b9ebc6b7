"""Frozen view models that several screens show, derived from the match. No Flet here."""
