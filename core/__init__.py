"""Glassformer's numbers: a Transformer as a graph of named matrices. No Qt, no window, no resources."""

import os

# Before NumPy is imported: with two threads OpenBLAS is bimodal at these sizes, up to 200 times slower.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
