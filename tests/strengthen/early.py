"""A further member of an enumeration of the toy, which moves the numbers of the others."""

from __future__ import annotations

from .desk import Kind

EARLY = Kind("early")
