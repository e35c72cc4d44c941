"""Glassformer's numbers: a Transformer as a graph of named matrices. No Qt, no window, no resources."""
