"""The simulated players: profiles, the betting table, training and trained models."""
