"""Screens of Kingdom of Solomon."""
