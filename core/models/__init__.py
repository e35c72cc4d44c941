"""Model functions: each records a graph and reads like the figure of its paper."""
