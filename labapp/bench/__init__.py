"""The canvas of matrices: plain layouts of cards, painted by pure functions, in one widget."""
