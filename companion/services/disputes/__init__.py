"""Disputes: what was asked, what was decided, precedents."""
