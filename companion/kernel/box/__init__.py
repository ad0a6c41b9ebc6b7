"""Printed values of a box, known or not, and what is made of them."""
