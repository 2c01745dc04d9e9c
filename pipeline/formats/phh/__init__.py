"""PHH, the poker hand history format: TOML with a notation for acts, one hand a file or many."""
