"""What a memory holds, as tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from rich.markup import escape
from rich.table import Table

from embodied_memory.evidence import Evidence, RememberedObject
from embodied_memory.memory.episodic.forgetting.forgetting import ForgettingEntry
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.personal_control import AboutPerson
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.web_page.colors import certainty_color
from embodied_memory_tools.web_page.side_text import clock


def records_table(records: Sequence[Evidence], title: str = "Latest records") -> Table:
    """record, when, kind, what."""
    table = Table("record", "when", "kind", "what", title=title, title_justify="left")
    for item in records:
        table.add_row(str(item.record_id), clock(item.stamp_ns), escape(item.kind), escape(item.summary))
    return table


def objects_table(objects: Sequence[RememberedObject]) -> Table:
    """Every object, by room."""
    table = Table("object", "where (m)", "room", "on or in", "seen", "last", title_justify="left")
    table.title = "Objects"
    table.add_column("state")
    for item in sorted(objects, key=lambda one: (one.room, one.category, one.object_id)):
        red, green, blue = certainty_color(item.certainty)
        support = f"{item.support_relation} {item.support_category or item.support_id}".strip()
        table.add_row(
            escape(item.object_id),
            ", ".join(f"{value:.1f}" for value in item.position),
            escape(item.room) or "-",
            escape(support) or "-",
            f"{item.times_seen}x",
            clock(item.last_seen_ns),
            f"[rgb({red},{green},{blue})]{item.status.value} {item.certainty:.2f}[/]",
        )
    return table


def forgetting_table(entries: Sequence[ForgettingEntry]) -> Table:
    """When, what time it was about, what was done and why."""
    table = Table("when", "what", "of", "to", "records", "why", title="Forgetting", title_justify="left")
    for entry in entries:
        table.add_row(
            clock(entry.stamp_ns), entry.action.value, clock(entry.first_ns), clock(entry.last_ns),
            str(entry.records), escape(entry.reason),
        )  # fmt: skip
    return table


def rules_table(rules: Sequence[RelevanceRule]) -> Table:
    """Every rule with where it came from."""
    table = Table("rule", "in force", "what", "for", "from", title="Relevance rules", title_justify="left")
    for rule in rules:
        origin = f'{rule.origin.person}: "{rule.origin.feedback}"' if rule.origin.feedback else rule.origin.person
        record = f" (record {rule.origin.record_id})" if rule.origin.record_id else ""
        lifetime = "ever" if math.isinf(rule.lifetime_s) else f"{rule.lifetime_s / 86400:.0f} days"
        table.add_row(
            str(rule.rule_id), "yes" if rule.enabled else "no", escape(rule.text),
            lifetime if rule.keeps else "not at all", escape(f"{origin}{record}"),
        )  # fmt: skip
    return table


def show_person(about: AboutPerson) -> None:
    """Print everything that is held of a person; parts that are empty are left out."""
    output.print(f"[bold]{escape(', '.join(about.names))}[/]")
    parts = (
        records_table(about.records, "Said, done, or named in") if about.records else None,
        records_table(about.views, "Seen in") if about.views else None,
        _table("Done step by step", ((str(record_id), trace) for record_id, trace in about.traces)),
        _table("Told personally", ((str(one.record_id), one.text) for one in about.personal)),
        _table("Believed of them", _beliefs(about)),
        _table("Facts, current or not", _facts(about)),
        _table(
            "Commitments",
            ((_records(one.record_ids), f"{one.text} ({one.status.value})") for one in about.commitments),
        ),
        rules_table(about.rules) if about.rules else None,
    )
    shown = [part for part in parts if part is not None and part.row_count]
    for part in shown:
        output.print(part)
    if not shown:
        output.print("nothing is held of them")


def _beliefs(about: AboutPerson) -> Iterable[tuple[str, str]]:
    for one in about.beliefs:
        yield str(one.record_id), f"{one.fact.entity_id} {one.fact.attribute}: {one.fact.value} ({one.status.value})"


def _facts(about: AboutPerson) -> Iterable[tuple[str, str]]:
    for one in about.facts:
        said = f", said by {one.source}" if one.source else ""
        yield str(one.record_id), f"{one.entity_id} {one.attribute}: {one.value}{said}"


def _table(title: str, rows: Iterable[tuple[str, str]]) -> Table:
    table = Table("record", "what", title=title, title_justify="left")
    for record, what in rows:
        table.add_row(record, escape(what))
    return table


def _records(record_ids: Iterable[int]) -> str:
    return ", ".join(map(str, record_ids))
