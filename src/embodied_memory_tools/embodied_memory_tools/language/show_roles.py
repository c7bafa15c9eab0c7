"""What playing the roles gave, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from embodied_memory_tools.language.play_roles import RoleResult


def roles_table(results: Sequence[RoleResult], title: str = "") -> Table:
    """One line a role: requests, those with a valid reply, replies used, answers of the rules although it was asked,
    second tries, tokens of prompts and replies, latency in seconds.
    """
    table = Table(title=title, title_justify="left")
    table.add_column("role", no_wrap=True)
    for heading in ("asked", "valid", "used", "rules", "again", "tokens", "mean s", "p95 s"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("failures")
    for result in results:
        spent = result.spent
        counts = (spent.requests, result.valid, result.language, result.offline, spent.retries)
        tokens = f"{spent.prompt_tokens}+{spent.completion_tokens}"
        latencies = (f"{spent.mean_latency_s:.2f}", f"{spent.p95_latency_s:.2f}")
        failures = ", ".join(f"{count} {cause}" for cause, count in spent.failures)
        table.add_row(result.role, *map(str, counts), tokens, *latencies, failures)
    return table
