"""Tools of the match screen."""
