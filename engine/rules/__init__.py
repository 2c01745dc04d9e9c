"""A hand outside the kernels: replay of recorded actions, hand values, equity and luck."""
