"""Shared tables and files."""
