"""The rules: cards, melds, the games as data, and the kernels that play them. No files, no SQL, no screen."""
