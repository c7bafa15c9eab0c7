"""Whether the robot would do what a command asks for: the right deed with the right things, or a question back."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from rich.table import Table

from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory.event import Utterance
from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.words.wording.words import singular, split_words
from embodied_memory_tools.evaluation.commands.huric import Command, Frame
from embodied_memory_tools.language.knows_nothing import KnowsNothing

_SPEAKER = "Sam"
_PEOPLE = frozenset({"sam"})
_DEEDS: Mapping[str, frozenset[Deed]] = {
    "Bringing": frozenset({Deed.FETCH, Deed.PLACE}),
    "Taking": frozenset({Deed.FETCH, Deed.SEEK}),
    "Placing": frozenset({Deed.PLACE}),
    "Releasing": frozenset({Deed.PLACE}),
    "Attaching": frozenset({Deed.PLACE}),
    "Change_operational_state": frozenset({Deed.SET, Deed.OPEN, Deed.CLOSE}),
    "Closure": frozenset({Deed.OPEN, Deed.CLOSE}),
    "Locating": frozenset({Deed.SEEK, Deed.LOOK}),
    "Searching": frozenset({Deed.SEEK, Deed.LOOK}),
    "Motion": frozenset({Deed.SEEK}),
    "Arriving": frozenset({Deed.SEEK}),
    "Giving": frozenset({Deed.FETCH}),
    "Inspecting": frozenset({Deed.LOOK, Deed.SEEK}),
    "Perception_active": frozenset({Deed.LOOK, Deed.SEEK}),
}
_CARRYING = ("Placing", "Bringing", "Releasing")
_THINGS = ("Theme", "Sought_entity", "Device", "Phenomenon", "Containing_object", "Container_portal")
_PLACES = ("Goal", "Ground")
_PRONOUNS = frozenset(
    {"it", "them", "me", "him", "her", "you", "they", "i", "us", "that", "this", "here", "there", ""}
)
_LEMMA = 4
_CANNOT = re.compile(r"\b(?:can ?not|can't|don't know how|unable|not able)\b", re.I)


class Outcome(str, Enum):
    """ASKS: or says that it did not understand, or can't."""

    RIGHT = "right"
    ASKS = "asks"
    WRONG = "wrong"


@dataclass(frozen=True)
class JudgedFrame:
    """One frame of a command, with what the robot would do."""

    command: Command
    frame: Frame
    outcome: Outcome
    reply: str
    deeds: str


def judge_commands(commands: Iterable[Command]) -> list[JudgedFrame]:
    """Every frame of every command, each command said to a robot that has heard nothing before."""
    return [judged for command in commands for judged in _judged(command)]


def _judged(command: Command) -> list[JudgedFrame]:
    reply = DialogManager(KnowsNothing(_PEOPLE)).reply(Utterance(10**18, _SPEAKER, command.sentence))
    goals: tuple[TaskGoal, ...] = ()
    if reply.instruction:
        try:
            goals = read_task(reply.instruction, _SPEAKER, _PEOPLE)
        except InstructionError as error:
            told = str(error)
            return [JudgedFrame(command, frame, Outcome.ASKS, told, "") for frame in command.frames]
    deeds, text = "; ".join(map(str, goals)), reply.answer.text
    carries = any(frame.name in _CARRYING for frame in command.frames)
    return [
        JudgedFrame(command, frame, _outcome(frame, goals, reply.act, text, carries), text, deeds)
        for frame in command.frames
    ]


def _outcome(frame: Frame, goals: Sequence[TaskGoal], act: DialogAct, text: str, carries: bool) -> Outcome:
    wanted = _DEEDS.get(frame.name)
    if frame.name == "Taking" and carries and wanted:
        wanted |= {Deed.PLACE}  # what is put somewhere is taken first
    if wanted is None:
        is_report = act in (DialogAct.REPORT, DialogAct.MESSAGE)
        right = is_report or _is_kept(frame, goals) or (not goals and bool(_CANNOT.search(text)))
        return Outcome.RIGHT if right else Outcome.WRONG if goals and act is not DialogAct.UNCLEAR else Outcome.ASKS
    if not goals:
        if act is DialogAct.QUESTION and Deed.SEEK in wanted:
            return Outcome.RIGHT  # it says where that is, or offers to look
        return Outcome.ASKS
    return Outcome.RIGHT if any(_does(goal, frame, wanted) for goal in goals) else Outcome.WRONG


def _is_kept(frame: Frame, goals: Sequence[TaskGoal]) -> bool:
    """Whether what is only told beside a request is left as told: all is recorded, and nothing is put there."""
    place = frame.heads.get("Location", "")
    return bool(goals) and frame.name.startswith("Being") and not any(
        goal.deed is Deed.PLACE and place and place in split_words(goal.to) for goal in goals)  # fmt: skip


def _does(goal: TaskGoal, frame: Frame, wanted: frozenset[Deed]) -> bool:
    if goal.deed not in wanted or (frame.name == "Closure" and not _same_way(goal.deed, frame.verb)):
        return False
    things = [frame.heads[role] for role in _THINGS if frame.heads.get(role, "") not in _PRONOUNS]
    places = [frame.heads[role] for role in _PLACES if frame.heads.get(role, "") not in _PRONOUNS]
    if goal.deed is Deed.SEEK:
        return all(_says(goal, head) for head in (*things[:1], *([] if things else places)))
    return all(_says(goal, head) for head in things) and (goal.deed is not Deed.PLACE or all(
        _says(goal, head) for head in places))  # fmt: skip


def _same_way(deed: Deed, verb: str) -> bool:
    return (deed is Deed.OPEN) == (verb in ("open", "unlock"))


def _says(goal: TaskGoal, head: str) -> bool:
    told = {singular(word) for word in split_words(f"{goal.thing} {goal.to} {goal.words}")}
    return all(any(_is_same(singular(word), one) for one in told) for word in split_words(head))


def _is_same(lemma: str, word: str) -> bool:
    """The corpus has lemmas such as "sunglass" and "trouser"."""
    return lemma == word or (len(lemma) >= _LEMMA and word.startswith(lemma) and len(word) <= len(lemma) + 2)


def shares(judged: Sequence[JudgedFrame]) -> dict[str, dict[str, float]]:
    """ "all" and each frame -> the share of each outcome, and how many there are."""
    found = {}
    for name in ("all", *sorted({one.frame.name for one in judged})):
        those = [one for one in judged if name in ("all", one.frame.name)]
        counts = Counter(one.outcome for one in those)
        found[name] = {outcome.value: round(counts[outcome] / len(those), 4) for outcome in Outcome}
        found[name]["frames"] = len(those)
    return found


def command_table(judged: Sequence[JudgedFrame]) -> Table:
    """For the terminal."""
    table = Table(title="Commands that people gave")
    table.add_column("frame")
    for name in ("frames", *(outcome.value for outcome in Outcome)):
        table.add_column(name, justify="right")
    for name, told in shares(judged).items():
        table.add_row(name, f"{told['frames']:.0f}", *(f"{told[outcome.value]:.1%}" for outcome in Outcome))
    return table


def write_results(judged: Sequence[JudgedFrame], path: Path) -> None:
    """Shares, and every frame with what the robot would do."""
    told = {
        "shares": shares(judged),
        "frames": [
            {
                "source": one.command.source, "sentence": one.command.sentence, "frame": one.frame.name,
                "heads": dict(one.frame.heads), "outcome": one.outcome.value, "reply": one.reply, "deeds": one.deeds,
            }
            for one in judged
        ],
    }  # fmt: skip
    told |= told["shares"]  # type: ignore[arg-type]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(told, indent=1), encoding="utf-8")
