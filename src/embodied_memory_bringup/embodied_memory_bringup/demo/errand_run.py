"""A resident and the robot: instructions that need memory, plans with the critic's remarks, and a conversation."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape

from embodied_memory_bringup.demo.conductor import Conductor
from embodied_memory_bringup.demo.errands import Errand
from embodied_memory_interfaces.msg import Plan
from embodied_memory_tools.report.run_summary import ErrandSummary

SECONDS_PER_ERRAND = 240.0
SECONDS_FOR_REMINDER = 90.0
REMIND, REMINDED = "Robot, please remind me in one minute to water the plants.", "reminder to water the plants"


class ErrandRun:
    """person: the resident who speaks, by name."""

    def __init__(self, person: str, conductor: Conductor, console: Console) -> None:
        self._person, self._conductor, self._console = person, conductor, console

    def run(self, errands: Sequence[Errand]) -> list[ErrandSummary]:
        """One after another; each is judged by what the world says of where the thing should be.

        Meanwhile a reminder is due, which the robot says of its own accord.
        """
        began = time.monotonic()
        self._say(REMIND)
        done = [self._errand(errand) for errand in errands]
        return [*done, self._reminder(began)]

    def _reminder(self, began: float) -> ErrandSummary:
        """What was said when it was due; waited for a little, if the errands were quicker."""
        reminder = self._conductor.wait_for_words(REMINDED, SECONDS_FOR_REMINDER)
        self._console.print(f"[bold cyan]robot[/bold cyan] {escape(reminder) or '(says nothing)'}")
        lasted_s = time.monotonic() - began
        return ErrandSummary(
            person=self._person,
            told="",
            instruction=REMIND,
            outcome=reminder,
            correct=bool(reminder),
            seconds=lasted_s,
        )

    def _errand(self, errand: Errand) -> ErrandSummary:
        if errand.told:
            self._say(errand.told)
        began = time.monotonic()
        plans = len(self._conductor.plans)
        self._say(errand.instruction, is_instruction=True)
        shown = self._conductor.plans[plans:]
        lasted_s, outcome = time.monotonic() - began, self._last_outcome()
        correct = self._judged(errand) if errand.judged_by else None
        said = [self._say(text) for text in errand.then]
        return ErrandSummary(
            person=self._person,
            told=errand.told,
            instruction=errand.instruction,
            outcome=outcome,
            correct=correct,
            actions=[plan.actions[plan.next] for plan in shown if plan.valid and plan.actions],
            remarks=[f"{plan.actions[0]}: {plan.remark}" for plan in shown if not plan.valid and plan.actions],
            conversation=[f"{text} {reply}" for text, reply in zip(errand.then, said, strict=True)],
            seconds=lasted_s,
        )

    def _last_outcome(self) -> str:
        """What the robot said last of how it ended: neither progress nor the reminder that falls due meanwhile."""
        ends = (text for text in reversed(self._conductor.said) if REMINDED not in text)
        return next((text for text in ends if not text.startswith("I am on it")), "")

    def _judged(self, errand: Errand) -> bool:
        """By the world's own word, for which the robot has to stand beside it."""
        told = self._conductor.inspect(errand.judged_by)
        if "too far" in told:
            self._conductor.execute(f"find {errand.judged_at}", lambda feedback: None, SECONDS_PER_ERRAND)
            told = self._conductor.inspect(errand.judged_by)
        return errand.expected in told

    def _say(self, text: str, is_instruction: bool = False) -> str:
        """Aloud; of an instruction the end is waited for, with its plans shown as they come."""
        self._console.print(f"[bold]{self._person}[/bold]  {escape(text)}")
        heard = len(self._conductor.said)
        reply = self._conductor.say(text, self._person)
        self._console.print(f"[bold cyan]robot[/bold cyan] {escape(reply)}")
        if is_instruction:
            self._conductor.wait_for_end(self._show, SECONDS_PER_ERRAND)
            for said in self._conductor.said[heard + 1 :]:
                self._console.print(f"[bold cyan]robot[/bold cyan] {escape(said)}")
        return reply

    def _show(self, plan: Plan) -> None:
        if not plan.valid and plan.actions:
            self._console.print(f"  [yellow]critic[/yellow] {escape(plan.actions[0])}: {plan.remark}")
        elif plan.next == 0 and plan.actions:
            why = f" [dim]({plan.reason})[/dim]" if plan.reason else ""
            self._console.print(
                f"  [green]plan[/green]   {plan.subgoal}: {escape(' > '.join(plan.actions))}{why}", highlight=False
            )
