"""Remedies of a refusal, and the readings that it depends on."""
