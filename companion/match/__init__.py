"""The acta of a match: entries, fold, undo, amendments, review. Knows no game by name."""
