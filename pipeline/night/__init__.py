"""The logger: a night at the table, a line a hand, kept in a journal that loses nothing."""
