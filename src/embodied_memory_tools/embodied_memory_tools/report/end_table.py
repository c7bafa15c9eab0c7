"""The tables that a run ends with in the terminal."""

from __future__ import annotations

from rich.console import Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from embodied_memory_tools.report.run_summary import ErrandSummary, GoalSummary, QuestionSummary, RunSummary

_VERDICTS = {True: "[green]right[/]", False: "[red]wrong[/]", None: "[dim]not judged[/]"}


def end_table(summary: RunSummary) -> Group:
    """Goals, questions and totals, to be printed by a rich Console."""
    parts: list[Table | Text] = []
    if summary.goals:
        parts.append(_goals(summary.goals, summary.sensors))
    if summary.questions:
        parts.append(_questions(summary.questions))
    if summary.errands:
        parts.append(_errands(summary.errands))
    return Group(*parts, _totals(summary))


def _goals(goals: list[GoalSummary], sensors: str) -> Table:
    table = Table(
        title=f"Goals, with {escape(sensors)} sensors" if sensors else "Goals",
        title_justify="left",
        header_style="bold",
    )
    table.add_column("goal", ratio=2)
    table.add_column("found")
    for name in ("steps", "path", "shortest", "SPL"):
        table.add_column(name, justify="right")
    table.add_column("why it ended", ratio=3, style="dim")
    for goal in goals:
        table.add_row(
            escape(goal.text),
            _found(goal),
            str(goal.steps),
            f"{goal.path_length_m:.1f} m",
            "-" if goal.shortest_path_m is None else f"{goal.shortest_path_m:.1f} m",
            f"{goal.spl:.2f}",
            escape(goal.message),
        )
    return table


def _found(goal: GoalSummary) -> str:
    if goal.found:
        return "[green]yes[/]"
    return "[red]claimed only[/]" if goal.claimed else "[red]no[/]"


def _questions(questions: list[QuestionSummary]) -> Table:
    table = Table(title="Questions", title_justify="left", header_style="bold")
    table.add_column("question", ratio=2)
    table.add_column("answer", ratio=3)
    table.add_column("evidence", style="dim")
    table.add_column("verdict")
    for question in questions:
        records = ", ".join(f"#{evidence.record_id}" for evidence in question.evidence[:4])
        answer = escape(question.answer)
        table.add_row(
            escape(question.question),
            answer if question.known else f"[yellow]{answer}[/]",
            records or "-",
            _VERDICTS[question.correct],
        )
    return table


def _errands(errands: list[ErrandSummary]) -> Table:
    table = Table(title="Instructions", title_justify="left", header_style="bold")
    table.add_column("said", ratio=2)
    table.add_column("what became of it", ratio=3)
    table.add_column("steps", justify="right")
    table.add_column("critic's remarks", justify="right")
    table.add_column("verdict")
    for errand in errands:
        counts = (str(len(errand.actions)), str(len(errand.remarks)))
        table.add_row(escape(errand.instruction), escape(errand.outcome), *counts, _VERDICTS[errand.correct])
    return table


def _totals(summary: RunSummary) -> Text:
    parts = []
    if summary.goals_total:
        parts.append(f"{summary.goals_found} of {summary.goals_total} goals found, SPL {summary.spl:.2f}")
    judged = [question for question in summary.questions if question.correct is not None]
    if judged:
        parts.append(f"{summary.questions_right} of {len(judged)} questions right")
    elif summary.questions:
        answered = sum(question.known for question in summary.questions)
        parts.append(f"{answered} of {len(summary.questions)} questions answered")
    if summary.steps:
        parts.append(f"{summary.steps} steps, {summary.steps_per_s:.1f} a second")
    parts.append(f"{summary.wall_s:.1f} s")
    return Text("; ".join(parts), style="bold")
