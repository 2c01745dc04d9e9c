"""The logger: a night at the table, a line a hand, in a journal that loses nothing."""
