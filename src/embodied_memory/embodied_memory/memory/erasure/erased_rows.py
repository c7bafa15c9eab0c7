"""What is erased of every table, but for those that their stores see to (`ELSEWHERE`), and of rules.

The statements may use the tables told_record, act_record, seen_record and their_object, and the function
names_them(text). Relevance rules go that were learned from a person's words or name them, with all that became
of them.
"""

from __future__ import annotations

import sqlite3

from embodied_memory.memory.episodic.forgetting.relevance_rule import RuleRevision
from embodied_memory.memory.erasure.concerned import Concerned
from embodied_memory.memory.log.event_log import ERASED
from embodied_memory.words.wording.person_in_text import SOMEONE, PersonInText

_TOLD = "record_id IN (SELECT record_id FROM told_record)"
_SEEN = "record_id IN (SELECT record_id FROM seen_record)"
_THEIRS = "object_key IN (SELECT object_key FROM their_object)"
_UNCONFIRMED = "confirmed_record_id IN (SELECT record_id FROM told_record)"


def _delete(table: str, *conditions: str) -> str:
    return f"DELETE FROM {table} WHERE {' OR '.join(conditions)}"


def _named(*columns: str) -> tuple[str, ...]:
    return tuple(f"names_them({column})" for column in columns)


ERASING: dict[str, tuple[str, ...]] = {
    "event_log": (
        _delete("event_log", _TOLD),
        f"UPDATE event_log SET actor = CASE WHEN names_them(actor) THEN '{SOMEONE}' ELSE actor END,"
        f" summary = '{ERASED}', place = CASE WHEN names_them(place) THEN '' ELSE place END"
        " WHERE record_id IN (SELECT record_id FROM act_record)",
        f"UPDATE event_log SET summary = '{ERASED}' WHERE {_SEEN}",
    ),
    "event_observer": (_delete("event_observer", _TOLD, *_named("observer")),),
    "event_object": (_delete("event_object", _TOLD, *_named("object_id", "caption")),),
    "event_change": (_delete("event_change", _TOLD, *_named("entity_id", "value")),),
    # An instruction that changed something stays as what became true; who asked, and how it was done, goes.
    "event_instruction": (_delete("event_instruction", _TOLD, "record_id IN (SELECT record_id FROM act_record)"),),
    "event_vector": (_delete("event_vector", _TOLD, "record_id IN (SELECT record_id FROM act_record)"),),
    "corrected_stamp": (_delete("corrected_stamp", _TOLD),),
    "language_reading": (_delete("language_reading", _TOLD, *_named("reading")),),
    "bank_entry": (_delete("bank_entry", _SEEN, _TOLD),),
    "thumbnail": (_delete("thumbnail", _SEEN, _TOLD),),
    "instant": (_delete("instant", _TOLD),),
    "sighting": (_delete("sighting", _THEIRS, _TOLD),),
    "object": (_delete("object", _THEIRS),),
    "track": (_delete("track", _THEIRS, *_named("track_id")),),
    "state_fact": (_delete("state_fact", _THEIRS, _TOLD, *_named("value")),),
    "object_place": (_delete("object_place", _THEIRS, _TOLD),),
    "relation": (_delete("relation", _THEIRS, _TOLD, "subject_key IN (SELECT object_key FROM their_object)"),),
    # BeliefTracks.erase does the rest of beliefs: this is what it cannot know.
    "belief_standing": (
        "UPDATE belief_fact SET (confirmed_ns, confirmed_record_id, room) = (SELECT s.confirmed_ns,"
        " s.confirmed_record_id, s.room FROM belief_standing s WHERE s.fact_id = belief_fact.fact_id)"
        " WHERE fact_id IN (SELECT fact_id FROM belief_standing)",
    ),
    "belief_intervention": (
        _delete("belief_intervention", *_named("scope")),
        f"UPDATE OR REPLACE belief_intervention SET actor = '{SOMEONE}' WHERE names_them(actor)",
    ),
    # What something is called rests on another event that calls it so, if there is one.
    "entity_alias": (
        "UPDATE entity_alias SET record_id = (SELECT min(o.record_id) FROM event_object o WHERE o.object_id = alias)"
        f" WHERE {_TOLD} AND alias IN (SELECT object_id FROM event_object)",
        _delete("entity_alias", _TOLD, *_named("alias", "entity_id")),
    ),
    # A thing, person or room that is known from nothing else goes with the record that told of it.
    "belief_entity": (
        f"DELETE FROM belief_entity WHERE {_TOLD} AND entity_id NOT IN ("
        " SELECT object_id FROM object UNION SELECT object_id FROM event_object"
        " UNION SELECT entity_id FROM event_change UNION SELECT observer FROM event_observer"
        " UNION SELECT actor FROM event_log UNION SELECT place FROM event_log"
        " UNION SELECT entity_id FROM belief_fact WHERE record_id NOT IN (SELECT record_id FROM told_record))",
        f"UPDATE belief_entity SET record_id = 0 WHERE {_TOLD}",
    ),
    "personal_memory": (
        "UPDATE personal_memory SET corrects = NULL WHERE corrects IN (SELECT record_id FROM told_record)",
    ),
    "forgotten_record": (_delete("forgotten_record", _TOLD),),
    # Its words are stems, in which a name is not found: it goes with the record that tells of it.
    "memory_use": (
        _delete("memory_use", _TOLD, "record_id IN (SELECT record_id FROM act_record)", *_named("subject")),
    ),
    "forgetting_log": (f"UPDATE forgetting_log SET reason = '{ERASED}' WHERE names_them(reason)",),
    "knowledge_edge": (
        _delete("knowledge_edge", _TOLD, *_named("subject_id", "object_id")),
        "UPDATE knowledge_edge SET confirmed_record_id = record_id, confirmed_ns = valid_from_ns"
        f" WHERE {_UNCONFIRMED}",
    ),
    "knowledge_vertex": (
        _delete(
            "knowledge_vertex",
            *_named("vertex_id", "name", "caption"),
            f"{_TOLD} AND vertex_id NOT IN (SELECT subject_id FROM knowledge_edge UNION SELECT object_id FROM"
            " knowledge_edge)",
        ),
        f"UPDATE knowledge_vertex SET record_id = 0 WHERE {_TOLD}",
    ),
    "knowledge_name": (
        _delete(
            "knowledge_name",
            *_named("words"),
            f"{_TOLD} AND words NOT IN"
            " (SELECT name FROM knowledge_vertex UNION SELECT caption FROM knowledge_vertex)",
        ),
        f"UPDATE knowledge_name SET record_id = 0 WHERE {_TOLD}",
    ),
}
"""Statements by the table that they are about, in the order in which they must run."""

ELSEWHERE = frozenset({
    "belief_fact", "belief_presence", "reported_statement", "reported_word", "commitment", "commitment_record",
    "episode", "episode_record", "episode_card", "episode_atom",  # BeliefTracks.erase
    "history_node",  # HistoryTree.erase
    "personal_knowledge", "personal_vector", "personal_word",  # personal_rows.delete_memories
    "rule_revision", "rule_change",  # erased_rules
    "erased_stamp",  # erasure_log: its texts are kinds of events
    "map_correction", "vocabulary",  # leftovers: a map, or a sort of thing, may be called after somebody
})  # fmt: skip
"""Tables that are seen to in another place."""

OF_NOBODY = frozenset({"room_map", "history_progress", "forgetting_run", "erasure_log"})
"""Tables with nothing in them that could be somebody's."""


def rules_to_erase(history: tuple[RuleRevision, ...], concerned: Concerned, person: PersonInText) -> frozenset[int]:
    """The ids of rules that name them, were said by them, or come from a record that concerns them."""
    versions = (rule for revision in history for change in revision.changes for rule in (change.before, change.after))
    return frozenset(
        rule.rule_id
        for rule in versions
        if rule is not None
        and (
            person.is_in(f"{rule.text}\n{rule.origin.person}\n{rule.origin.feedback}")
            or rule.origin.record_id in concerned.told
        )
    )


def erase_rules(
    connection: sqlite3.Connection,
    history: tuple[RuleRevision, ...],
    rule_ids: frozenset[int],
    record_ids: frozenset[int],
    person: PersonInText,
) -> None:
    """Take these rules out of every step; steps with nothing left go, the others lose the person's name and words."""
    for revision in history:
        left = [change for change in revision.changes if change.rule_id not in rule_ids]
        named = person.is_in(f"{revision.author}\n{revision.text}") or revision.record_id in record_ids
        if len(left) == len(revision.changes) and not named:
            continue
        gone = [ordinal for ordinal, change in enumerate(revision.changes) if change.rule_id in rule_ids]
        connection.executemany(
            "DELETE FROM rule_change WHERE revision_id = ? AND ordinal = ?",
            [(revision.revision_id, ordinal) for ordinal in gone],
        )
        if left:
            author = SOMEONE if person.is_in(revision.author) else revision.author
            connection.execute(
                "UPDATE rule_revision SET author = ?, text = '', record_id = 0 WHERE revision_id = ?",
                (author, revision.revision_id),
            )
        else:
            connection.execute("DELETE FROM rule_revision WHERE revision_id = ?", (revision.revision_id,))
