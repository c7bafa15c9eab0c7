"""What people decide about a memory: what it is to remember, what it holds of them, what it is to erase."""

from __future__ import annotations

from embodied_memory.memory.open_memory import OpenMemory


class PersonalControl(OpenMemory):
    """The part of `Memory` for the people it remembers."""
