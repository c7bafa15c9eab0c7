"""What may be recorded, and what time it is for a memory whose clock may jump.

Everything from outside passes here first, so that nothing is half recorded.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain, pairwise

import numpy as np

from embodied_memory.event import TASK, Event, EventKind, StateChange
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.spatial.map_correction import Array, MapCorrection, checked_transform
from embodied_memory.scene_graph import SceneGraphInstant, SceneObject

MAX_TEXT = 4000
"""Longer texts are cut: a record is a summary, not a document."""
MAX_TRACE = 64_000
"""Longer traces are cut after a whole line."""
MAX_LABELS = 8
"""Of what a thing may be, the likeliest are kept."""

_MAX_STAMP_NS = 2**63 - 1


class InvalidRecordError(ValueError):
    """An instant or event that cannot be recorded. The message names the cause; nothing was written."""


def checked_instant(instant: SceneGraphInstant) -> SceneGraphInstant:
    """The instant with its texts fit to be stored. Raises InvalidRecordError."""
    _check_stamp(instant.stamp_ns)
    _check_finite("the robot's pose", (*instant.robot_position, instant.robot_yaw))
    for name in ("text_feature", "image_feature"):
        feature = getattr(instant, name)
        if feature.ndim != 1 or (feature.size and not np.isfinite(feature).all()):
            raise InvalidRecordError(f"{name} is not a vector of finite numbers")
    ids = [seen.object_id for seen in instant.objects]
    if len(set(ids)) < len(ids):
        raise InvalidRecordError("two objects of one instant have the same id: the tracker must tell them apart")
    if any(not goes or not stays for goes, stays in instant.merged):
        raise InvalidRecordError("of two objects that are one, one has no id")
    return replace(
        instant,
        observer=storable(instant.observer),
        objects=tuple(map(_checked_object, instant.objects)),
        tags=tuple(map(storable, instant.tags)),
        map_id=storable(instant.map_id),
        session_id=storable(instant.session_id),
        revised=tuple(map(_checked_object, instant.revised)),
        merged=tuple((storable(goes), storable(stays)) for goes, stays in instant.merged if goes != stays),
    )


def checked_event(event: Event) -> Event:
    """The event with its texts fit to be stored. Raises InvalidRecordError."""
    _check_stamp(event.stamp_ns)
    if event.object_captions and len(event.object_captions) != len(event.object_ids):
        raise InvalidRecordError("an event has as many object_captions as object_ids, or none")
    if event.trace:
        _check_trace(event)
    return replace(
        event,
        object_captions=tuple(map(storable, event.object_captions)),
        actor=storable(event.actor),
        text=storable(event.text),
        place=storable(event.place),
        object_ids=tuple(map(storable, event.object_ids)),
        observers=tuple(map(storable, event.observers)),
        changes=tuple(
            StateChange(storable(change.entity_id), storable(change.attribute), storable(change.value))
            for change in event.changes
        ),
        asked_by=storable(event.asked_by),
        trace=_storable_trace(event.trace),
    )


def checked_correction(map_id: str, map_t_map: Array, stamp_ns: int, since_ns: int) -> MapCorrection:
    """A correction of a map, (4, 4) rigid, or of what was recorded since some time. Raises InvalidRecordError."""
    _check_stamp(stamp_ns)
    _check_stamp(since_ns)
    if since_ns and since_ns >= stamp_ns:
        raise InvalidRecordError(f"a correction of {stamp_ns} ns moves nothing that was seen since {since_ns} ns")
    try:
        return MapCorrection(storable(map_id), checked_transform(map_t_map), stamp_ns, since_ns)
    except ValueError as error:
        raise InvalidRecordError(str(error)) from error


def check_not_ahead(stamp_ns: int, now_ns: int, max_ahead_s: float) -> None:
    """A stamp of the future would hide what is newer than now. now_ns: by the robot's clock.

    Raises InvalidRecordError. Stamps of the past are taken as they are: a recording may be old, or arrive late.
    """
    ahead_s = (stamp_ns - now_ns) / 1e9
    if ahead_s > max_ahead_s:
        raise InvalidRecordError(
            f"the stamp {stamp_ns} ns is {ahead_s:.0f} s ahead of the robot's clock, {max_ahead_s:.0f} s are allowed:"
            " set the clock of what stamped it, or that of the robot"
        )


def storable(text: str, longest: int = MAX_TEXT) -> str:
    """Text that UTF-8 can hold and of a length that fits; what does not is replaced or cut, never refused."""
    if text.isascii():
        return text[:longest]
    return text[:longest].encode("utf-8", "replace").decode("utf-8")


def _check_trace(event: Event) -> None:
    if event.kind is not EventKind.INSTRUCTION_ENDED:
        raise InvalidRecordError(f'an event "{event.kind.value}" has no trace, only an ended instruction')
    if not event.trace.startswith(TASK):
        raise InvalidRecordError(f'a trace begins with a line "{TASK}<the instruction>"')


def _storable_trace(trace: str) -> str:
    cut = storable(trace, MAX_TRACE)
    return cut.rpartition("\n")[0] or cut if len(cut) < len(trace) else cut


def _checked_object(seen: SceneObject) -> SceneObject:
    if not seen.object_id or not seen.category.strip():
        raise InvalidRecordError("an object has no id or no category")
    _check_finite(seen.object_id, (*seen.position, *seen.size, seen.score, seen.deviation_m))
    if seen.labels or seen.existence != 1.0:
        seen = _with_checked_doubts(seen)
    if _is_storable_as_it_is(seen):
        return seen
    attributes = {storable(name): storable(value) for name, value in seen.attributes if value}
    return replace(
        seen,
        object_id=storable(seen.object_id),
        category=storable(seen.category),
        caption=storable(seen.caption),
        attributes=tuple(sorted(attributes.items())),
    )


def _with_checked_doubts(seen: SceneObject) -> SceneObject:
    """Its probabilities as plain numbers, its category and the likeliest of its other labels first."""
    _check_probabilities(seen.object_id, (seen.existence, *(probability for _, probability in seen.labels)))
    told = {storable(name): float(probability) for name, probability in seen.labels if name.strip()}
    own = storable(seen.category)
    ranked = sorted(told.items(), key=lambda label: (label[0] != own, -label[1]))
    return replace(seen, existence=float(seen.existence), labels=tuple(ranked[:MAX_LABELS]))


def _check_probabilities(name: str, values: Iterable[float]) -> None:
    if not all(0.0 <= value <= 1.0 for value in values):
        raise InvalidRecordError(f"{name} has an existence or a label whose probability is not between 0 and 1")


def _is_storable_as_it_is(seen: SceneObject) -> bool:
    """Nearly all objects are: a view of many costs less when they are not copied."""
    attributes = seen.attributes
    texts = "".join((seen.object_id, seen.category, seen.caption, *chain.from_iterable(attributes)))
    if len(texts) > MAX_TEXT or not texts.isascii():
        return False
    if len(attributes) == 1:
        return attributes[0][1] != ""
    return all(value for _, value in attributes) and all(one[0] < other[0] for one, other in pairwise(attributes))


def _check_stamp(stamp_ns: int) -> None:
    if not 0 <= stamp_ns <= _MAX_STAMP_NS:
        raise InvalidRecordError(f"the stamp {stamp_ns} ns is not between 0 and {_MAX_STAMP_NS}")


def _check_finite(name: str, values: Iterable[float] | Sequence[float]) -> None:
    if not all(map(math.isfinite, values)):
        raise InvalidRecordError(f"{name} has a value that is not a finite number")


_LOG = logging.getLogger(__name__)

Clock = Callable[[], int]
"""The time it is now, in nanoseconds since the epoch."""


class RecordClock:
    """clock: of the robot, 0 while unknown; stamps ahead of it are refused. Without one none are."""

    def __init__(self, file: MemoryFile, clock: Clock | None) -> None:
        self._file, self._clock = file, clock
        self._said_ahead = False

    def now_ns(self, now_ns: int | None = None) -> int:
        """The time asked about; if none is given the latest stamp, or the clock where that is of the future."""
        if now_ns is not None:
            return now_ns
        return self.overtaken_ns or self._file.stores.latest_stamp_ns

    @property
    def overtaken_ns(self) -> int:
        """What the clock shows if the memory has records of after that; 0 if it has none, or nobody knows."""
        clock_ns = self._clock() if self._clock else 0
        return clock_ns if clock_ns and self._ahead_s(clock_ns) > self._file.config.max_ahead_of_clock_s else 0

    def check(self, stamp_ns: int) -> None:
        """Refuse what comes from the future; say once if what was recorded before does. Raises InvalidRecordError."""
        clock_ns = self._clock() if self._clock else 0
        if not clock_ns:
            return
        check_not_ahead(stamp_ns, clock_ns, self._file.config.max_ahead_of_clock_s)
        if not self._said_ahead and self.overtaken_ns:
            self._said_ahead = True
            _LOG.error(
                "the memory has records of %.0f s after now: the clock jumped. If it is right now, set them back with"
                " `embodied-memory memory restamp`; what is recorded until then is kept with its stamps",
                self._ahead_s(clock_ns),
            )

    def _ahead_s(self, clock_ns: int) -> float:
        return (self._file.stores.latest_stamp_ns - clock_ns) / 1e9
