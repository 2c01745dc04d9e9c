"""Open Hand History: JSON, a hand an object."""
