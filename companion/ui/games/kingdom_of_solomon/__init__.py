"""The screens of Kingdom of Solomon."""
