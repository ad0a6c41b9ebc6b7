"""Rule cases, payments, counts and random play of Blue Moon City."""
