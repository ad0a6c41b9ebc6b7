"""Panels and pieces that several rooms open."""
