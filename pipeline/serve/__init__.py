"""The log on phones: a small server and its page."""
