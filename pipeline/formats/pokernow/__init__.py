"""PokerNow's files: a log of hands, a ledger of sittings."""
