"""The tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from figure import Figure
from rich.console import Console
from rich.table import Table
from scale import Scale


def show_stores(stores: dict[str, dict[str, Any]], scale: Scale, console: Console) -> None:
    """Everybody side by side."""
    table = Table(title=f"{scale.store_entries:,} entries of 512 numbers and a sentence; one core; k = 10")
    table.add_column("")
    for name, measured in stores.items():
        table.add_column(f"{name}\n{measured.get('version', '')}".strip(), justify="right")
    for label, cell in ROWS.items():
        table.add_row(label, *("-" if "error" in measured else cell(measured) for measured in stores.values()))
    console.print(table)
    for name, measured in stores.items():
        if "error" in measured:
            console.print(f"{name} could not be measured: {measured['error']}")


def in_batches(measured: dict[str, Any]) -> str:
    return f"{measured['fill_per_cpu_s']:,.0f}" if measured["in_batches"] else "-"


def lost(measured: dict[str, Any]) -> str:
    kills = measured["kill_safety"]
    return f"{kills['lost']} of {kills['acknowledged']:,}"


def not_found(measured: dict[str, Any]) -> str:
    kills = measured["kill_safety"]
    return f"{kills['not_searchable']} of {kills['searched_for']}"


ROWS: dict[str, Callable[[dict[str, Any]], str]] = {
    "inserts a CPU second": lambda measured: f"{measured['insert_per_cpu_s']:,.0f}",
    "  in batches of 500": in_batches,
    "search, median CPU ms": lambda measured: f"{measured['search']['median_ms']:.2f}",
    "  99 of 100 within": lambda measured: f"{measured['search']['p99_ms']:.2f}",
    "  recall@10": lambda measured: f"{measured['recall']:.3f}",
    "bytes an entry": lambda measured: f"{measured['bytes_per_entry']:,.0f}",
    "RSS, MB": lambda measured: f"{measured['rss_mb']:.0f}",
    "  before the entries": lambda measured: f"{measured['rss_before_mb']:.0f}",
    "reopening, CPU ms": lambda measured: f"{measured['reopen_cpu_ms']:.0f}",
    "lost by kills": lost,
    "  there, not found": not_found,
}
"""What a row says -> its cell."""


def show_figures(figures: list[Figure], console: Console) -> None:
    """Measured, target, met or not."""
    table = Table(title="Our memory")
    for column in ("figure", "measured", "target", ""):
        table.add_column(column, justify="left" if column in ("figure", "") else "right")
    for figure in figures:
        value = "-" if figure.value is None else f"{rounded(figure.value)} {figure.unit}".strip()
        target = f"{figure.target[0]} {figure.target[1]:,g} {figure.unit}".strip() if figure.target else ""
        table.add_row(figure.name, value, target, f"{figure.verdict} {figure.note}".strip())
    console.print(table)


def rounded(value: float) -> str:
    """Three significant digits or more, never with an exponent."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
