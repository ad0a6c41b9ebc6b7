"""Effects of cards as lines, their automatic consequences, and the choices they leave."""
