"""The interpreter that plays every deal-bet-show game: one small compiled function for each op, and what they
share.
"""
