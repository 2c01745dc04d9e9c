"""Simulated play in the store: runs of some games, and whole seasons."""
