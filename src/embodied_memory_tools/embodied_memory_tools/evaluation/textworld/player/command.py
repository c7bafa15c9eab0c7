"""Commands of the games as typed objects: a line that is none of them is not sent."""

from __future__ import annotations

import re
from dataclasses import dataclass

from embodied_memory_tools.evaluation.textworld.player.reading import DIRECTIONS

_FORMS = (
    re.compile(rf"^(?P<verb>go) (?P<thing>{'|'.join(DIRECTIONS)})$"),
    re.compile(r"^(?P<verb>look|inventory)$"),
    re.compile(r"^(?P<verb>prepare) (?P<thing>meal)$"),
    re.compile(r"^(?P<verb>take) (?P<thing>.+?)(?: from (?P<other>.+))?$"),
    re.compile(r"^(?P<verb>put|insert) (?P<thing>.+) (?:on|into) (?P<other>.+)$"),
    re.compile(r"^(?P<verb>cook|slice|dice|chop|unlock|lock) (?P<thing>.+) with (?P<other>.+)$"),
    re.compile(r"^(?P<verb>open|close|drop|eat|drink|examine) (?P<thing>.+)$"),
)


_LINKS = {"take": "from", "put": "on", "insert": "into"}


@dataclass(frozen=True)
class GameCommand:
    """ "cook carrot with stove": verb, thing and other; the last two are "" where there is none."""

    verb: str
    thing: str = ""
    other: str = ""

    def __str__(self) -> str:
        """The line to send, or for a person."""
        link = _LINKS.get(self.verb, "with")
        return " ".join(filter(None, (self.verb, self.thing, link if self.other else "", self.other)))


def read_command(line: str) -> GameCommand | None:
    """None if it is no command of these games."""
    found = next((found for form in _FORMS if (found := form.match(line))), None)
    if found is None:
        return None
    parts = found.groupdict()
    return GameCommand(parts["verb"], parts.get("thing") or "", parts.get("other") or "")
