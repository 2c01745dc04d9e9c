"""How often the 95 % intervals cover the true value: `python -m bench.coverage`."""
