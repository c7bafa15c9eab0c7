"""Between embodied_memory_interfaces/Event messages, as rosbags has them, and Event."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.bags.message_types import MessageTypes
from embodied_memory_tools.bags.observation_topics import ObservationTopics

_SUCCEEDED_OF_OUTCOME = {0: None, 1: True, 2: False}
_OUTCOME_OF_SUCCEEDED = {None: 0, True: 1, False: 2}


def header(types: MessageTypes, stamp_ns: int, frame: str) -> Any:
    """A std_msgs/Header."""
    stamp = types.message(
        "builtin_interfaces/msg/Time", sec=stamp_ns // 1_000_000_000, nanosec=stamp_ns % 1_000_000_000
    )
    return types.message("std_msgs/msg/Header", stamp=stamp, frame_id=frame)


def event_from_message(message: Any) -> Event:
    """ValueError if kind, provenance or outcome is none that we know."""
    if message.outcome not in _SUCCEEDED_OF_OUTCOME:
        raise ValueError(f"{message.outcome} is no outcome of an event")
    return Event(
        stamp_ns=message.header.stamp.sec * 1_000_000_000 + message.header.stamp.nanosec,
        kind=EventKind(message.kind),
        actor=message.actor,
        text=message.text,
        object_ids=tuple(message.object_ids),
        place=message.place,
        observers=tuple(message.observers),
        provenance=Provenance(message.provenance),
        succeeded=_SUCCEEDED_OF_OUTCOME[message.outcome],
        # Bags of before these were part of an event have neither.
        changes=tuple(
            StateChange(one.entity_id, one.attribute, one.value) for one in getattr(message, "changes", ())
        ),
        object_captions=tuple(getattr(message, "object_captions", ())),
    )


def event_to_message(event: Event, types: MessageTypes) -> Any:
    """The message of an event, in the frame `map`."""
    return types.message(
        "embodied_memory_interfaces/msg/Event",
        header=header(types, event.stamp_ns, "map"),
        kind=event.kind.value,
        actor=event.actor,
        text=event.text,
        object_ids=list(event.object_ids),
        place=event.place,
        observers=list(event.observers),
        provenance=event.provenance.value,
        outcome=_OUTCOME_OF_SUCCEEDED[event.succeeded],
        changes=[types.message("embodied_memory_interfaces/msg/StateChange", **asdict(one)) for one in event.changes],
        object_captions=list(event.object_captions),
    )


def write_event(writer: BagWriter, event: Event, topics: ObservationTopics | None = None) -> None:
    """Record an event at its own stamp."""
    topic = (topics or ObservationTopics()).events
    writer.write(topic, event_to_message(event, writer.types), event.stamp_ns)
