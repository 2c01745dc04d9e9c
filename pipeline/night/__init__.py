"""The logger: a night at the table, one line per hand, in an append-only journal."""
