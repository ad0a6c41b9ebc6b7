"""Screens for the transfer of data to and from other devices."""
