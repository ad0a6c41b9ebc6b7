"""Between the screens of a match and those of a game: what each game hands over."""
