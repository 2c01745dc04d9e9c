"""How often the 95 % intervals hold: `python -m bench.coverage`."""
