"""Things that lie on a table and can be counted: ledger, decks, piles, spaces."""
