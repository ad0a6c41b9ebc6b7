"""Seats of the match screen."""
