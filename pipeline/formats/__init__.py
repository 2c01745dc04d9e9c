"""Hands that were played elsewhere, as sessions of the store."""
