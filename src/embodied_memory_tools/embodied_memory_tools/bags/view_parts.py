"""Collects the images of each view as they come up in a bag, and lets the views go in order of time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from embodied_memory_tools.bags.images.image_streams import Decoded
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording_index import RecordingIndex
from embodied_memory_tools.bags.stamp_pairing import in_order, paired

_MAX_WAITING = 64
"""Views kept while one before them is not whole."""
_BELIEVABLE_S = 0.5
"""Depth that is farther from colour than this is no depth of it, whatever tolerance is given."""
_LABELS_NS = 20_000_000
"""Labels and instances of a simulator have the stamp of their image; without stamps, the time of their recording."""

Needed = dict[int, dict[str, int]]
"""For each view, by the stamp of its colour image: the stamps of the images it is made of."""


def needed_parts(index: RecordingIndex, settings: ReadSettings, report: ReadReport) -> Needed:
    """What each view needs. Colour images without depth near enough are counted, with how far off the nearest is."""
    if any(header_ns <= 0 for pairs in index.stamps.values() for header_ns, _ in pairs):
        report.note("images without a stamp (0): the time of their recording is taken")
    colors, backwards = in_order(index.stamps_of("color"))
    if backwards:
        report.skip("the stamp of a colour image goes backwards or repeats", count=backwards)
    depths = index.stamps_of("depth")
    pairs = paired(colors, depths, int(settings.max_difference_s * 1e9))
    if len(pairs) < len(colors):
        _tell_unpaired(colors, depths, len(colors) - len(pairs), settings.max_difference_s, report)
    marks = [paired(list(pairs), index.stamps_of(role), _LABELS_NS) for role in ("instances", "labels")]
    return {
        color: {"color": color, "depth": depth}
        | ({"instances": marks[0][color], "labels": marks[1][color]} if all(color in mark for mark in marks) else {})
        for color, depth in sorted(pairs.items())
    }


def _tell_unpaired(colors: list[int], depths: list[int], lacking: int, within_s: float, report: ReadReport) -> None:
    """With the difference that is usual, if a greater tolerance would help."""
    wider = paired(colors, depths, 10_000_000_000)
    detail, remedy = "", "record both with the stamps of one clock"
    if wider:
        usual_s = sorted(abs(depth - color) / 1e9 for color, depth in wider.items())[len(wider) // 2]
        if usual_s > within_s:
            detail = f"the nearest is {usual_s:.2f} s off as a rule"
            if usual_s <= _BELIEVABLE_S:
                remedy = f"give --max-difference {usual_s * 1.2 + 0.01:.2f} if they belong together"
        else:
            remedy = ""
    report.skip(f"no depth image within {within_s} s of a colour image", detail, remedy, count=lacking)


class ViewParts:
    """Holds what has come up of each view."""

    def __init__(self, needed: Needed, report: ReadReport) -> None:
        self._needed, self._report = needed, report
        self._order = sorted(needed, reverse=True)
        self._waiting: dict[int, dict[str, Decoded]] = {}
        self._users = {(role, stamp): color for color, parts in needed.items() for role, stamp in parts.items()}

    def need(self, role: str, stamp_ns: int) -> bool:
        """Whether an image of that stamp still is to come."""
        return (role, stamp_ns) in self._users

    def put(self, role: str, decoded: Decoded) -> None:
        """File an image under its view; one that nobody needs is dropped."""
        color = self._users.pop((role, decoded.stamp_ns), None)
        if color is not None:
            self._waiting.setdefault(color, {})[role] = decoded

    def whole(self) -> Iterator[tuple[int, dict[str, Decoded]]]:
        """Views that are whole, none before an older one that may become whole yet."""
        while self._order:
            oldest = self._order[-1]
            parts = self._waiting.get(oldest, {})
            if len(parts) == len(self._needed[oldest]):
                self._forget(oldest)
                yield oldest, parts
            elif len(self._waiting) > _MAX_WAITING:
                self._forget(oldest)
                self._report.skip("images that belong together lie too far apart in the bag")
            else:
                return

    def rest(self) -> Iterator[tuple[int, dict[str, Decoded]]]:
        """At the end of the bag: all that are whole; of the others is said what is missing."""
        missing: Counter[str] = Counter()
        while self._order:
            oldest = self._order[-1]
            parts = self._waiting.get(oldest, {})
            self._forget(oldest)
            if {"color", "depth"} <= parts.keys():
                yield oldest, parts
            else:
                missing.update({"color", "depth"} - parts.keys())
        for role, count in missing.items():
            self._report.skip(f"{role}: an image that cannot be decoded", count=count)

    def are_done(self) -> bool:
        """Whether every view has been let go."""
        return not self._order

    def _forget(self, color: int) -> None:
        self._order.pop()
        self._waiting.pop(color, None)
        for role, stamp in self._needed[color].items():
            self._users.pop((role, stamp), None)
