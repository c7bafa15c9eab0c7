"""Events, evidence, answers and what memory retrieves."""

from __future__ import annotations

from embodied_memory import event, evidence
from embodied_memory_interfaces import msg
from embodied_memory_ros.conversions.geometry import point_to_tuple, tuple_to_point, tuple_to_vector
from embodied_memory_ros.conversions.scene_graph import (
    attributes_to_key_values,
    bytes_to_jpeg,
    key_values_to_attributes,
    labels_to_messages,
    messages_to_labels,
)
from embodied_memory_ros.conversions.stamps import ns_to_header, ns_to_time, time_to_ns

_OUTCOMES = {None: msg.Event.OUTCOME_NONE, True: msg.Event.OUTCOME_SUCCEEDED, False: msg.Event.OUTCOME_FAILED}
_SUCCESSES = {value: key for key, value in _OUTCOMES.items()}


def event_to_message(happened: event.Event) -> msg.Event:
    """To a message."""
    return msg.Event(
        header=ns_to_header(happened.stamp_ns, "map"),
        kind=happened.kind.value,
        actor=happened.actor,
        text=happened.text,
        object_ids=list(happened.object_ids),
        place=happened.place,
        observers=list(happened.observers),
        provenance=happened.provenance.value,
        outcome=_OUTCOMES[happened.succeeded],
        changes=[
            msg.StateChange(entity_id=change.entity_id, attribute=change.attribute, value=change.value)
            for change in happened.changes
        ],
        object_captions=list(happened.object_captions),
        asked_by=happened.asked_by,
        trace=happened.trace,
    )


def message_to_event(message: msg.Event) -> event.Event:
    """From a message. Raises ValueError for a kind, provenance or outcome that does not exist."""
    if message.outcome not in _SUCCESSES:
        raise ValueError(f"{message.outcome} is no outcome of an event")
    return event.Event(
        stamp_ns=time_to_ns(message.header.stamp),
        kind=event.EventKind(message.kind),
        actor=message.actor,
        text=message.text,
        object_ids=tuple(message.object_ids),
        place=message.place,
        observers=tuple(message.observers),
        provenance=event.Provenance(message.provenance),
        succeeded=_SUCCESSES[message.outcome],
        changes=tuple(
            event.StateChange(change.entity_id, change.attribute, change.value) for change in message.changes
        ),
        object_captions=tuple(message.object_captions),
        asked_by=message.asked_by,
        trace=message.trace,
    )


def utterance_to_message(said: event.Utterance) -> msg.Utterance:
    """To a message."""
    return msg.Utterance(
        header=ns_to_header(said.stamp_ns, ""), speaker=said.speaker, text=said.text, place=said.place,
        observers=list(said.observers),
    )  # fmt: skip


def message_to_utterance(message: msg.Utterance) -> event.Utterance:
    """From a message."""
    stamp_ns, heard_by = time_to_ns(message.header.stamp), tuple(message.observers)
    return event.Utterance(stamp_ns, message.speaker, message.text, message.place, heard_by)


def evidence_to_message(found: evidence.Evidence) -> msg.Evidence:
    """To a message."""
    return msg.Evidence(
        record_id=found.record_id,
        stamp=ns_to_time(found.stamp_ns),
        kind=found.kind,
        summary=found.summary,
        provenance=found.provenance.value,
    )


def message_to_evidence(message: msg.Evidence) -> evidence.Evidence:
    """From a message."""
    return evidence.Evidence(
        message.record_id,
        time_to_ns(message.stamp),
        message.kind,
        message.summary,
        event.Provenance(message.provenance),
    )


def answer_to_message(answer: evidence.Answer, stamp_ns: int, frame_id: str = "map") -> msg.Answer:
    """To a message in the frame of the map."""
    return msg.Answer(
        header=ns_to_header(stamp_ns, frame_id),
        question=answer.question,
        text=answer.text,
        known=answer.known,
        certainty=float(answer.certainty),
        evidence=[evidence_to_message(found) for found in answer.evidence],
        object_ids=list(answer.object_ids),
        positions=[tuple_to_point(position) for position in answer.positions],
        room=answer.room,
        status=answer.status.value if answer.status else "",
    )


def message_to_answer(message: msg.Answer) -> evidence.Answer:
    """From a message."""
    return evidence.Answer(
        question=message.question,
        text=message.text,
        known=message.known,
        certainty=message.certainty,
        evidence=tuple(message_to_evidence(found) for found in message.evidence),
        object_ids=tuple(message.object_ids),
        positions=tuple(point_to_tuple(position) for position in message.positions),
        room=message.room,
        status=evidence.EpistemicStatus(message.status) if message.status else None,
    )


def retrieved_to_message(memory: evidence.RetrievedMemory) -> msg.RetrievedMemory:
    """To a message."""
    return msg.RetrievedMemory(
        record_id=memory.record_id,
        stamp=ns_to_time(memory.stamp_ns),
        robot_position=tuple_to_point(memory.robot_position),
        similarity=float(memory.similarity),
        tags=list(memory.tags),
        object_ids=list(memory.object_ids),
        text=memory.text,
        thumbnail=bytes_to_jpeg(memory.thumbnail),
    )


def message_to_retrieved(message: msg.RetrievedMemory) -> evidence.RetrievedMemory:
    """From a message."""
    return evidence.RetrievedMemory(
        record_id=message.record_id,
        stamp_ns=time_to_ns(message.stamp),
        robot_position=point_to_tuple(message.robot_position),
        similarity=message.similarity,
        tags=tuple(message.tags),
        object_ids=tuple(message.object_ids),
        text=message.text,
        thumbnail=bytes(message.thumbnail.data),
    )


def remembered_to_message(thing: evidence.RememberedObject) -> msg.RememberedObject:
    """To a message."""
    return msg.RememberedObject(
        object_id=thing.object_id,
        category=thing.category,
        caption=thing.caption,
        attributes=attributes_to_key_values(thing.attributes),
        position=tuple_to_point(thing.position),
        size=tuple_to_vector(thing.size),
        room=thing.room,
        support_id=thing.support_id,
        support_relation=thing.support_relation,
        support_category=thing.support_category,
        first_seen=ns_to_time(thing.first_seen_ns),
        last_seen=ns_to_time(thing.last_seen_ns),
        times_seen=thing.times_seen,
        record_id=thing.record_id,
        status=thing.status.value,
        certainty=float(thing.certainty),
        match=float(thing.match),
        existence=float(thing.existence),
        labels=labels_to_messages(thing.labels),
        room_certainty=float(thing.room_certainty),
        support_certainty=float(thing.support_certainty),
        deviation_m=float(thing.deviation_m),
    )


def message_to_remembered(message: msg.RememberedObject) -> evidence.RememberedObject:
    """From a message."""
    return evidence.RememberedObject(
        object_id=message.object_id,
        category=message.category,
        caption=message.caption,
        attributes=key_values_to_attributes(message.attributes),
        position=point_to_tuple(message.position),
        size=point_to_tuple(message.size),
        room=message.room,
        support_id=message.support_id,
        support_relation=message.support_relation,
        support_category=message.support_category,
        first_seen_ns=time_to_ns(message.first_seen),
        last_seen_ns=time_to_ns(message.last_seen),
        times_seen=message.times_seen,
        record_id=message.record_id,
        status=evidence.EpistemicStatus(message.status),
        certainty=message.certainty,
        match=message.match,
        existence=message.existence,
        labels=messages_to_labels(message.labels),
        room_certainty=message.room_certainty,
        support_certainty=message.support_certainty,
        deviation_m=message.deviation_m,
    )


def usual_place_to_message(place: evidence.UsualPlace) -> msg.UsualPlace:
    """To a message."""
    return msg.UsualPlace(
        relation=place.relation,
        place_id=place.place_id,
        place=place.place,
        room=place.room,
        times=place.times,
        of_times=place.of_times,
        certainty=float(place.certainty),
        record_ids=list(place.record_ids),
    )


def message_to_usual_place(message: msg.UsualPlace) -> evidence.UsualPlace:
    """From a message."""
    return evidence.UsualPlace(
        relation=message.relation,
        place_id=message.place_id,
        place=message.place,
        room=message.room,
        times=message.times,
        of_times=message.of_times,
        certainty=message.certainty,
        record_ids=tuple(message.record_ids),
    )
