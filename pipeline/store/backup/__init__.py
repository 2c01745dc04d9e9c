"""Backups: a store in one file, taken while others write, restored without losing newer data."""
