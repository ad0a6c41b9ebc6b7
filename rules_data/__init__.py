"""Everything a player reads, and everything printed in a box, as data."""
