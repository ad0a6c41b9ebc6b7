"""Tests of the server over its wire, by a client that shares no code with it."""
