"""Summaries by template: a headline, then who, where, what with, what else was done, and what is to be remembered.

The headline is what a placeholder keeps; the lines below keep people, objects, places and outcomes findable.
"""

from __future__ import annotations

from embodied_memory.memory.episodic.tree.node import Level, NodeContent
from embodied_memory.words.wording.phrases import listed, tallied

_HEADLINE_CHARACTERS = 160
_HEADLINE_PLACES = 3
_REMEMBERED = 6


def summarise(content: NodeContent, level: int) -> str:
    """The summary of a node of this level that is about this. A line that says nothing new is left out."""
    headline, told = _headline(content)
    more = [deed.text for deed in content.deeds if deed.text not in told]
    remembered = [each.text for each in content.highlights if each.text not in told and each.text not in more]
    lines = [headline]
    if level > Level.EVENT:
        lines += [_line("people", [name for name in content.people if name not in headline])]
        lines += [_line("places", [place for place in content.places if place not in headline])]
    lines += [_line("things", [name for name in content.objects if name not in headline])]
    lines += [_line("also", more, "; "), _line("to remember", remembered[-_REMEMBERED:], "; ")]
    return "\n".join(line for line in lines if line)


def _headline(content: NodeContent) -> tuple[str, set[str]]:
    """(the first line, the deeds told in it): the weightiest deeds that fit, in order of time."""
    told: set[str] = set()
    room = _HEADLINE_CHARACTERS
    for deed in sorted(content.deeds, key=lambda each: -each.weight):
        if not told or len(deed.text) <= room:
            told.add(deed.text)
            room -= len(deed.text) + 2
    if told:
        return "; ".join(deed.text for deed in content.deeds if deed.text in told), told
    return f"saw {tallied(content.objects) or 'nothing I know'}{_where(content)}", told


def _where(content: NodeContent) -> str:
    places = [f"the {place}" for place in content.places[:_HEADLINE_PLACES]]
    return f" in {listed(places)}" if places else ""


def _line(name: str, parts: list[str], separator: str = ", ") -> str:
    return f"{name}: {separator.join(parts)}" if parts else ""
