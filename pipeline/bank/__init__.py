"""The bank: money, the bank's book, the debts at the end, and who pays whom."""
