"""Peder's own format: sessions of every kind and game as JSON Lines (docs/exporting.md)."""
