"""The acta as a file, a link or a code, read, checked and lifted to the present."""
