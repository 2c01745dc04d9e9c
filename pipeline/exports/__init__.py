"""What leaves the store: tables for analysts, hands and sessions in formats that others read."""
