"""Tests of kernel mechanisms that stand alone, compared with plain models of them."""
