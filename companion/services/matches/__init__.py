"""Matches of a data folder: recording, judging, listing, files."""
