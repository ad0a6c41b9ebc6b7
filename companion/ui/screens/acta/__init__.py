"""The acta as it is read, and mending any of it."""
