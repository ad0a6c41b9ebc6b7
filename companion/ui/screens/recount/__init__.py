"""Screen of the recount (cuadre), which searches for the causes of a difference."""
