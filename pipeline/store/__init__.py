"""The store: Parquet files of whole sessions, their schemas, and who may write."""
