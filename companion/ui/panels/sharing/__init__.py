"""Shared tables, transfer and backup."""
