"""Acta of a match: entries, fold, undo, amendments, review. It knows no game by name."""
