"""How the players learn: chances by regression, betting by regret matching, both in hands that the
interpreter plays (`engine.kernel.study`), and the files in which it is kept.
"""
