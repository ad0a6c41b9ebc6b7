"""Where everything begins: go on, begin, look something up."""
