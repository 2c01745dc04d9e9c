"""Hand histories: the command line, logger, bank, simulator runs, imports, and the Parquet store."""
