"""Corrections of the past."""
