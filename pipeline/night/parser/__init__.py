"""A line of the log as text: its words, its grammar, and how it is written back."""
