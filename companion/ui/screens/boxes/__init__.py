"""What is printed in the boxes of this house."""
