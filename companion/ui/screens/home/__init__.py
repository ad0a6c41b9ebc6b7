"""Home screen: continue a match, begin one, or look something up."""
