"""Answers as they are printed: the sentence, how sure memory is, and the records it rests on."""

from __future__ import annotations

from collections.abc import Iterable

from rich.markup import escape

from embodied_memory.evidence import Answer
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.web_page.side_text import clock


def show_answers(answers: Iterable[Answer]) -> None:
    """Print questions and answers."""
    for answer in answers:
        output.print(f"\n[bold]{escape(answer.question)}[/]")
        sure = f" [dim](certainty {answer.certainty:.2f})[/]" if answer.known else ""
        output.print(f"  {escape(answer.text)}{sure}")
        for item in answer.evidence:
            output.print(
                f"  [dim]#{item.record_id} at {clock(item.stamp_ns)}, {escape(item.kind)}, "
                f"{item.provenance.value}: {escape(item.summary)}[/]"
            )
