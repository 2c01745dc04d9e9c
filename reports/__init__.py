"""Marts -> figures -> pages."""
