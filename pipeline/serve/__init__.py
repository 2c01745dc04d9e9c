"""A night on the phones at the table: the desk behind a small server, and the page that it serves."""
