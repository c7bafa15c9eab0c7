"""Embodied Memory in durable mode: synchronous=FULL, so that a record survives power loss too."""

from __future__ import annotations

from embodied_memory.config import MemoryConfig
from stores import with_ours


class Store(with_ours.Store):
    """One file, one transaction an entry, and the disk is waited for."""

    config = MemoryConfig(durable=True)
