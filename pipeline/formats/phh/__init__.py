"""PHH, the poker hand history format: TOML with a notation for what is done, one hand a file or many."""
