"""Talking with people, and who may have the robot do what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PermissionConfig:
    """Who may have the robot do what, by speaking to it."""

    grants: tuple[str, ...] = ("*: ask, teach, search, handle, devices",)
    """One line a person, "name: what, what"; "*" is everybody without one. What: ask (questions), teach (feedback on
    what to remember), search (go, look, find), handle (pick, place, open, close, hand over), devices (their settings),
    others (what is held of other people); or all."""


@dataclass(frozen=True)
class DialogConfig:
    """Talking with people."""

    max_characters: int = 2000
    """Of an utterance; the rest is not read."""
    turns_kept: int = 12
    """Of the conversation with each person; "why not?" and "it" are understood from these."""
    conversation_minutes: float = 10.0
    """After a silence this long a conversation begins anew."""
    utc_offset_h: float = 0.0
    """Of the clock that people read; as memory has it."""
    announce_commitments: bool = True
    """Whether reminders are said when they are due."""
