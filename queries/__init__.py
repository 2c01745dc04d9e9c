"""The SQL models over the tables of a store, what runs them in DuckDB, and the cache of derived data."""
