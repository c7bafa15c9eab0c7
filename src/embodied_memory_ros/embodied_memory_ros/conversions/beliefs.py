"""What memory believes, what is to be done, what people want remembered: all sent by memory, none to it."""

from __future__ import annotations

from embodied_memory.memory.belief.commitment_track import Commitment
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.belief.states.state_fact import StateFact
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory_interfaces import msg
from embodied_memory_ros.conversions.stamps import ns_to_time


def fact_to_message(fact: StateFact) -> msg.StateFact:
    """To a message."""
    return msg.StateFact(
        entity_id=fact.entity_id,
        attribute=fact.attribute,
        value=fact.value,
        provenance=fact.provenance.value,
        source=fact.source,
        holds=fact.holds,
        stamp=ns_to_time(fact.stamp_ns),
        record_id=fact.record_id,
    )


def belief_to_message(belief: Belief) -> msg.Belief:
    """To a message."""
    return msg.Belief(
        fact=fact_to_message(belief.fact),
        status=belief.status.value,
        certainty=belief.certainty,
        confirmed=ns_to_time(belief.since_ns),
        interventions=len(belief.interventions),
        contradicting=[fact_to_message(fact) for fact in belief.contradicting],
    )


def commitment_to_message(commitment: Commitment) -> msg.Commitment:
    """To a message."""
    return msg.Commitment(
        commitment_id=commitment.commitment_id,
        kind=commitment.kind.value,
        text=commitment.text,
        by=commitment.by,
        for_whom=commitment.for_whom,
        has_due=commitment.due_ns is not None,
        due=ns_to_time(commitment.due_ns or 0),
        status=commitment.status.value,
        record_ids=list(commitment.record_ids),
    )


def rule_to_message(rule: RelevanceRule) -> msg.RelevanceRule:
    """To a message."""
    return msg.RelevanceRule(
        rule_id=rule.rule_id,
        text=rule.text,
        keeps=rule.keeps,
        enabled=rule.enabled,
        edited=rule.edited,
        feedback=rule.origin.feedback,
        person=rule.origin.person,
        stamp=ns_to_time(rule.origin.stamp_ns),
    )
