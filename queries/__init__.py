"""The SQL models over the tables of a store, the code that runs them in DuckDB, and the cache of derived data."""
