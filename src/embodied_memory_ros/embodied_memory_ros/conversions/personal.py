"""Personal memories as memory recalls them for whoever plans or talks."""

from __future__ import annotations

from collections.abc import Iterable

from embodied_memory.dialog.talk.dialog_memory import PromisedDeed
from embodied_memory.event import parse_act_trace
from embodied_memory.memory.belief.statements.statement_atoms import StatementKind
from embodied_memory.memory.personal.personal_memory import PersonalMemory, PersonalRecollection
from embodied_memory.planning.tasks.standing_rules import StandingRule
from embodied_memory_interfaces import msg
from embodied_memory_ros.conversions.stamps import ns_to_time, time_to_ns


def personal_to_message(recollection: PersonalRecollection) -> msg.PersonalRecollection:
    """To a message."""
    memory = recollection.memory
    return msg.PersonalRecollection(
        record_id=memory.record_id,
        person=memory.person,
        stamp=ns_to_time(memory.stamp_ns),
        text=memory.text,
        trace=memory.trace.as_text(),
        reference=recollection.reference,
        score=float(recollection.score),
        rivals=list(recollection.rivals),
    )


def message_to_personal(message: msg.PersonalRecollection) -> PersonalRecollection:
    """From a message: the steps are read, and what the words tell is learned from them as memory learned it.

    Of where it was learned, and of what it corrects, the message says nothing.
    """
    stamp_ns, trace = time_to_ns(message.stamp), parse_act_trace(message.trace)
    memory = PersonalMemory.of_words(message.record_id, message.person, stamp_ns, message.text, trace)
    return PersonalRecollection(memory, message.reference, message.score, tuple(message.rivals))


def commitments_to_rules(commitments: Iterable[msg.Commitment]) -> tuple[StandingRule, ...]:
    """Of what somebody is still to do, what they are to keep to for good, the oldest first."""
    rules = (one for one in commitments if one.kind == StatementKind.RULE.value)
    return tuple(StandingRule(one.text, one.for_whom) for one in sorted(rules, key=lambda one: one.commitment_id))


def commitments_to_promised(commitments: Iterable[msg.Commitment]) -> tuple[PromisedDeed, ...]:
    """What the robot has promised somebody to do later, of what it is still to do."""
    promised = (one for one in commitments if one.kind == StatementKind.PROMISE.value and one.for_whom)
    return tuple(
        PromisedDeed(one.commitment_id, one.text, one.for_whom, time_to_ns(one.due) if one.has_due else None)
        for one in promised
        if one.status in ("open", "overdue")
    )
