"""The bank: money, the bank's book, what is owed at the end, and who pays whom."""
