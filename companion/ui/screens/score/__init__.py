"""Screen of the scores and their origins."""
