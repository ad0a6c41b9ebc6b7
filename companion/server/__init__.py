"""Server: sockets, listeners, limits, headers. It wraps the toolkit and knows no game."""
