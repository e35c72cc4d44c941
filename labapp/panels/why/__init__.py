"""Why: the explanation of the selected cell, in symbols and in numbers, and the way from it to the inputs."""

from .panel import WhyPanel

__all__ = ["WhyPanel"]
