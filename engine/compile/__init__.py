"""Compiling the kernels with numba, and caching what was compiled."""
