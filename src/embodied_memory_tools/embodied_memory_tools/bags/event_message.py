"""Between embodied_memory_interfaces/Event messages, as rosbags has them, and Event."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.bags.message_types import MessageTypes
from embodied_memory_tools.bags.observation_topics import ObservationTopics

EVENT = "embodied_memory_interfaces/msg/Event"
_STATE_CHANGE = "embodied_memory_interfaces/msg/StateChange"

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
        # Bags of before these were part of an event have none of them.
        changes=tuple(
            StateChange(one.entity_id, one.attribute, one.value) for one in getattr(message, "changes", ())
        ),
        object_captions=tuple(getattr(message, "object_captions", ())),
        asked_by=getattr(message, "asked_by", ""),
        trace=getattr(message, "trace", ""),
    )


def event_to_message(event: Event, types: MessageTypes) -> Any:
    """The message of an event, in the frame `map`; without what the types of an older bag do not have."""
    types.require(EVENT)
    has = {name for name, _ in types.store.fielddefs[EVENT][1]}
    fields = _fields(event, types)
    return types.message(EVENT, **{name: value for name, value in fields.items() if name in has})


def _fields(event: Event, types: MessageTypes) -> dict[str, Any]:
    return {
        "header": header(types, event.stamp_ns, "map"),
        "kind": event.kind.value,
        "actor": event.actor,
        "text": event.text,
        "object_ids": list(event.object_ids),
        "place": event.place,
        "observers": list(event.observers),
        "provenance": event.provenance.value,
        "outcome": _OUTCOME_OF_SUCCEEDED[event.succeeded],
        "changes": [types.message(_STATE_CHANGE, **asdict(one)) for one in event.changes],
        "object_captions": list(event.object_captions),
        "asked_by": event.asked_by,
        "trace": event.trace,
    }


def write_event(writer: BagWriter, event: Event, topics: ObservationTopics | None = None) -> None:
    """Record an event at its own stamp."""
    topic = (topics or ObservationTopics()).events
    writer.write(topic, event_to_message(event, writer.types), event.stamp_ns)
