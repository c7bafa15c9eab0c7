"""Rewrites a bag without a person: what they said and did, what names them, and the images they may be in."""

from __future__ import annotations

import shutil
from bisect import bisect_left
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from embodied_memory.event import Event, EventKind, parse_told_trace
from embodied_memory.words.wording.person_in_text import PersonInText, WordsOfPerson
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.bags.event_message import EVENT, event_from_message, event_to_message
from embodied_memory_tools.bags.open_bag import OpenBag, open_bag, recover_command
from embodied_memory_tools.bags.recording_index import header_stamp_ns

IMAGES = ("sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage", "sensor_msgs/msg/PointCloud2")
AROUND_S = 1.0
"""Images this long before and after one in which the person was recognised may show them too."""

_UNDERSTOOD = (
    "std_msgs", "sensor_msgs", "nav_msgs", "nav2_msgs", "tf2_msgs", "geometry_msgs", "vision_msgs", "diagnostic_msgs",
    "visualization_msgs", "rosgraph_msgs", "rcl_interfaces", "embodied_memory_interfaces",
)  # fmt: skip


@dataclass
class BagErasure:
    """How many messages went. renamed: events of others at which they were, kept without their name.

    unread_topics: of types that are not known here; texts in them were looked through all the same.
    """

    events: int = 0
    renamed: int = 0
    images: int = 0
    others: int = 0
    unread_topics: list[str] = field(default_factory=list)


def erase_from_bag(
    path: str | Path,
    names: Iterable[str],
    seen_ns: Iterable[int] = (),
    progress: Callable[[float], None] = lambda done: None,
) -> BagErasure:
    """Put a bag without the person in the place of the bag. BagError, with the bag as it was, if it cannot be read.

    seen_ns: stamps of images that they are known to be in, besides those that the bag itself tells of. progress: told
    the part that is done, 0 to 1.
    """
    place = Path(path)
    person = PersonInText(names)
    with open_bag(place) as bag:
        if bag.is_ros1:
            raise BagError(
                f"{place} is a ROS 1 bag, which is not rewritten; {recover_command(place)} makes one of ROS 2"
            )
        finder = _Finder(bag, person, seen_ns, progress)
        rewritten = place.with_name(f".{place.name}.erasing") / place.stem
        shutil.rmtree(rewritten.parent, ignore_errors=True)
        rewritten.parent.mkdir()
        try:
            with BagWriter(rewritten, "sqlite3" if _is_sqlite(place) else "mcap") as writer:
                writer.types = bag.types
                _copy(bag, finder, writer, progress)
            _put_in_place(rewritten, place)
        except OSError as error:
            raise BagError(f"cannot rewrite {place}: {error.strerror or error}; it is as it was") from error
        finally:
            shutil.rmtree(rewritten.parent, ignore_errors=True)
    return finder.erasure


class _Finder:
    """Knows, after one pass over the bag, what of a message may stay."""

    def __init__(
        self, bag: OpenBag, person: PersonInText, seen_ns: Iterable[int], progress: Callable[[float], None]
    ) -> None:
        self.erasure = BagErasure()
        self._bag, self._person = bag, person
        seen, said = list(seen_ns), []
        for done, (topic, type_name, _, data) in _with_progress(bag):
            progress(done / 2)
            if type_name == EVENT:
                event = self._event(data)
                if event is not None and event.kind is EventKind.UTTERANCE and person.is_in(event.actor):
                    said.append(event.text)
                elif event is not None and person.is_in(event.asked_by):
                    said.append(parse_told_trace(event.trace)[0])
            elif type_name not in IMAGES and self._names(data):
                seen.append(_stamp_ns(data))
            if type_name.split("/")[0] not in _UNDERSTOOD and topic not in self.erasure.unread_topics:
                self.erasure.unread_topics.append(topic)
        self._seen_ns, self._words = sorted(seen), WordsOfPerson(said)

    def kept(self, type_name: str, data: bytes) -> bytes | None:
        """The message as it may stay, None if it must go."""
        if type_name == EVENT:
            return self._kept_event(data)
        if type_name in IMAGES:
            gone = self._is_seen(_stamp_ns(data))
            self.erasure.images += gone
        else:
            gone = self._names(data)
            self.erasure.others += gone
        return None if gone else data

    def _kept_event(self, data: bytes) -> bytes | None:
        event = self._event(data)
        if event is None:
            gone = self._names(data)
            self.erasure.events += gone
            return None if gone else data
        others = tuple(name for name in event.observers if not self._person.is_in(name))
        without = replace(event, observers=others)
        if any(map(self._person.is_in, _texts(without))) or self._words.are_in(f"{event.text}\n{event.trace}"):
            self.erasure.events += 1
            return None
        if len(others) == len(event.observers):
            return data
        self.erasure.renamed += 1
        return bytes(self._bag.types.store.serialize_cdr(event_to_message(without, self._bag.types), EVENT))

    def _event(self, data: bytes) -> Event | None:
        try:
            return event_from_message(self._bag.decode(data, EVENT))
        except ValueError:
            return None

    def _names(self, data: bytes) -> bool:
        return self._person.is_in(data.decode("utf-8", "replace"))

    def _is_seen(self, stamp_ns: int) -> bool:
        around = int(AROUND_S * 1e9)
        place = bisect_left(self._seen_ns, stamp_ns - around)
        return place < len(self._seen_ns) and self._seen_ns[place] <= stamp_ns + around


def _texts(event: Event) -> Iterable[str]:
    yield from (event.actor, event.text, event.place, *event.object_ids, *event.object_captions)
    yield from (event.asked_by, event.trace)
    for change in event.changes:
        yield from (change.entity_id, change.value)


def _stamp_ns(data: bytes) -> int:
    try:
        return header_stamp_ns(data)
    except ValueError:
        return 0


def _copy(bag: OpenBag, finder: _Finder, writer: BagWriter, progress: Callable[[float], None]) -> None:
    for done, (topic, type_name, stamp_ns, data) in _with_progress(bag):
        progress(0.5 + done / 2)
        kept = finder.kept(type_name, data)
        if kept is not None:
            with suppress(ValueError):  # a type that nobody knows is copied as it is
                bag.know(type_name)
            writer.write_raw(topic, type_name, kept, stamp_ns, bag.qos(topic), bag.channel(topic).definition)


def _with_progress(bag: OpenBag) -> Iterable[tuple[float, tuple[str, str, int, bytes]]]:
    total = sum(count for _, count in bag.topics().values()) or 1
    return ((number / total, message) for number, message in enumerate(bag.raw_messages(), 1))


def _is_sqlite(place: Path) -> bool:
    return place.suffix == ".db3" or (place.is_dir() and any(place.glob("*.db3")))


def _put_in_place(rewritten: Path, place: Path) -> None:
    """The old one goes only when the new one is whole on disk."""
    if place.is_file():
        (file,) = (one for one in rewritten.iterdir() if one.suffix == place.suffix)
        file.replace(place)
        return
    old = rewritten.with_name("old")
    place.rename(old)
    rewritten.rename(place)
