"""What is touched of Flet beyond its surface: each such thing in one file."""
