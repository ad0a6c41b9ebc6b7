"""What players can report, one file for each chapter of the rulebook, in the order of the menu."""
