"""How fast the engine is, as a ratio to NumPy and PyTorch doing the same work in the same run."""
