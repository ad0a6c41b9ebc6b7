"""Screen of the acta, and correction of its entries."""
