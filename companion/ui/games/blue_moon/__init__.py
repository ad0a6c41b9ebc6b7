"""The screens of Blue Moon."""
