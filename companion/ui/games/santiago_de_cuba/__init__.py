"""The screens of Santiago de Cuba."""
