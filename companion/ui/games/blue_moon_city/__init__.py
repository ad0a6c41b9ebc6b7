"""The screens of Blue Moon City."""
