"""The rooms of the app: each folder is what a person opens, its presenter beside it."""
