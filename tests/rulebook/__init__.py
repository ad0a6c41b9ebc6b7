"""Tests of the words, the rule sections, the search and the checklist."""
