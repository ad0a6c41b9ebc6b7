"""Forms: drafts, fields and their candidates."""
