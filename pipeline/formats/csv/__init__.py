"""Spreadsheets of earlier nights in; tables and marts out, as CSV or Parquet."""
