"""The store: Parquet files of whole sessions, their schemas, and the locks of writers."""
