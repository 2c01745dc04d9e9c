"""Training: chances by regression, betting by regret matching, and the store of models."""
