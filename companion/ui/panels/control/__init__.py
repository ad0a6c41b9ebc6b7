"""Controllers: what a touch does to the interaction state and to the match."""
