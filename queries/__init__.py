"""The SQL models and the few lines that run them in DuckDB."""
