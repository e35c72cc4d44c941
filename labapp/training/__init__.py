"""Training while a person looks: the session that both its views share, and what it is made of."""

from .session import Training

__all__ = ["Training"]
