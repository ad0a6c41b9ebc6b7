"""Screen packages of the app: one folder per screen, with its presenter."""
