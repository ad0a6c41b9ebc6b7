"""Tests of words, rule sections, search and checklist."""
