"""A cluster on one machine, of real parts: Dask's scheduler and workers, Ceph's gateway for a bucket."""
