"""Who pays whom, over a night or a season: above the bank and the nights."""
