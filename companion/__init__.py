"""Referee and companion for physical board games. See ARCHITECTURE.md."""
