"""What listens: sockets, doors, limits, headers. It stands before the toolkit and knows no game."""
