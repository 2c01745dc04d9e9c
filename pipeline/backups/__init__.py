"""A store in one file, taken while others write, and put back without losing what is newer."""
