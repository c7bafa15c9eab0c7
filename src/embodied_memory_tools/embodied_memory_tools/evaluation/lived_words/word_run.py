"""Living a folder, then asking its questions and saying its utterances."""

from __future__ import annotations

import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from embodied_memory import Memory
from embodied_memory.config import MemoryConfig
from embodied_memory.dialog.reading.language_reader import LanguageUtteranceReader
from embodied_memory.dialog.reading.offline_reader import OfflineUtteranceReader
from embodied_memory.dialog.talk.conversation import DialogAct, UtteranceReader
from embodied_memory.dialog.talk.reply import Reply
from embodied_memory.event import ROBOT, Event
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import LanguageModel
from embodied_memory.memory.belief.states.entity_alias import EntityAliases
from embodied_memory.perception.embedder import Embedder
from embodied_memory.scene_graph import SceneGraphInstant
from embodied_memory_tools.evaluation.lived_words.lived_home import LivedHome
from embodied_memory_tools.evaluation.lived_words.lived_talk import LivedTalk
from embodied_memory_tools.evaluation.lived_words.word_folder import (
    LifeEvent,
    WordFolder,
    WordQuestion,
    WordUtterance,
)
from embodied_memory_tools.evaluation.lived_words.word_verdicts import Verdict, first_sight

_MINUTE_NS = 60 * 10**9
AnyMemory = TypeVar("AnyMemory", bound=Memory)
Tell = Callable[[str, int, int], None]
"""(what is being done, how many are done, of how many)."""


class WordReply(BaseModel):
    """One reply. family: of the question, or the act of the utterance; cited: events of the life, the best first;
    deeds: what the robot would do. verdict: at first sight; None where somebody has to judge.
    """

    id: str
    family: str
    speaker: str
    said: str
    gold: str
    reply: str
    act: str
    known: bool
    certainty: float
    deeds: str = ""
    cited: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    verdict: Verdict | None = None


class LivedFolder:
    """A memory that lived a folder. evidence_ids: record -> the event of the life that it came from."""

    def __init__(self, folder: WordFolder, memory: Memory, reader: UtteranceReader | None = None) -> None:
        """reader: of what is said to the robot; offline if not given."""
        self.folder, self.memory, self._reader = folder, memory, reader
        self.evidence_ids: dict[int, str] = {}
        self.end_ns = folder.life[-1].stamp_ns + 10 * _MINUTE_NS if folder.life else 0

    def live(self, tell: Tell, replies: bool = True) -> None:
        """Acts are seen, what is said to others is overheard, what is said to the robot goes through the dialog.

        replies: whether the robot says anything; else it only hears what is said to it.
        """
        life, home = self.folder.life, LivedHome(self.folder.home)
        if not life:
            return
        begins_ns = life[0].stamp_ns - 10 * _MINUTE_NS
        self.memory.record_rooms(home.room_map(begins_ns))
        for look in home.first_look(begins_ns):
            self.memory.record(look)
        talk = self.talk(begins_ns)
        for number, happened in enumerate(life):
            tell("living", number, len(life))
            self._take(happened, home, talk if replies else None)

    def talk(self, now_ns: int, memory: Memory | None = None) -> LivedTalk:
        """A new one. memory: a copy of its own."""
        return LivedTalk(memory or self.memory, self.folder.home, now_ns, self._reader)

    def _take(self, happened: LifeEvent, home: LivedHome, talk: LivedTalk | None) -> None:
        perceived = home.perceived(happened)
        before = self.memory.latest_records(1)
        if isinstance(perceived, SceneGraphInstant):
            self.memory.record(perceived)
        elif talk is not None and happened.kind == "say" and happened.to == ROBOT:
            talk.at_hand.now_ns = max(talk.at_hand.now_ns, happened.stamp_ns - 7 * 10**9)
            talk.say(happened.who, happened.text, happened.room, perceived.observers)
        else:
            self.memory.record_event(self._as_named(perceived))
        first = before[0].record_id if before else 0
        for record in self.memory.latest_records(3):
            if record.record_id > first:
                self.evidence_ids[record.record_id] = happened.id

    def _as_named(self, event: Event) -> Event:
        """Of what the robot itself did, with memory's own ids: a robot handles what it remembers."""
        if event.actor != ROBOT:
            return event
        seen: dict[str, list[str]] = defaultdict(list)
        for thing in self.memory.objects(event.stamp_ns):
            seen[thing.caption.lower()].append(thing.object_id)
        named = zip(event.object_ids, event.object_captions, strict=False)
        own = {told: seen[name.lower()][0] for told, name in named if len(seen[name.lower()]) == 1}
        return EntityAliases(entity_of=own).understood(event)

    def ask_all(self, tell: Tell) -> Iterator[WordReply]:
        """Each conversation of questions anew; what is asked is not recorded."""
        asked = self.folder.questions
        for number, question in enumerate(asked):
            tell("asking", number, len(asked))
            begins = question.conv is None or number == 0 or asked[number - 1].conv != question.conv
            if begins:
                talk = self.talk(self.end_ns)
            yield self._asked(question, talk)

    def _asked(self, question: WordQuestion, talk: LivedTalk) -> WordReply:
        reply, _ = talk.say(question.asker, question.q, is_recorded=False)
        cited = tuple(self.evidence_ids.get(one.record_id, "") for one in reply.answer.evidence)
        return WordReply(
            **_told(question.id, question.fam, question.asker, question.q, question.gold, reply),
            deeds=talk.deeds(reply.instruction, question.asker) if reply.instruction else "",
            cited=tuple(one for one in cited if one),
            wanted=question.ev,
            verdict=first_sight(question, reply.answer.text, reply.answer.known, bool(reply.instruction)),
        )


def _told(number: str, family: str, speaker: str, said: str, gold: str, reply: Reply) -> dict[str, Any]:
    answer = reply.answer
    return {
        "id": number, "family": family, "speaker": speaker, "said": said, "gold": gold, "reply": answer.text,
        "act": reply.act.value, "known": answer.known, "certainty": answer.certainty,
    }  # fmt: skip


def run_words(
    folder: WordFolder,
    embedder: Embedder,
    tell: Tell,
    config: MemoryConfig | None = None,
    model: LanguageModel | None = None,
) -> list[WordReply]:
    """Every question and utterance of a folder, in order. Who lives there is known to the robot.

    model: plays memory's roles, and reads what is said to the robot.
    """
    config = config_of(folder, config)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "memory.db"
        with Memory(path, embedder, config, language_model=model) as memory:
            reader = LanguageUtteranceReader(Advisor(model), OfflineUtteranceReader()) if model else None
            lived = LivedFolder(folder, memory, reader)
            lived.live(tell)
            replies = list(lived.ask_all(tell))
        return replies + list(_say_all(lived, lambda: copy_of(path, embedder, config, model), tell))


def config_of(folder: WordFolder, config: MemoryConfig | None = None) -> MemoryConfig:
    """In which the robot knows who lives in the home, and who comes."""
    config = replace(config or MemoryConfig(), people=folder.home.who_is_who)
    return replace(config, discretion=replace(config.discretion, residents=tuple(folder.home.people)))


def _say_all(
    lived: LivedFolder, copied: Callable[[], AbstractContextManager[Memory]], tell: Tell
) -> Iterator[WordReply]:
    total = len(lived.folder.utterances)
    for done, (utterance, talk, _) in enumerate(talks_of(lived, copied)):
        tell("talking", done, total)
        yield _said(utterance, talk)


def talks_of(
    lived: LivedFolder, copied: Callable[[], AbstractContextManager[AnyMemory]]
) -> Iterator[tuple[WordUtterance, LivedTalk, AnyMemory]]:
    """(what is to be said next, the talk that it belongs to, its memory): a copy for each conversation."""
    for _, said in groupby(lived.folder.utterances, key=lambda one: one.s):
        utterances = list(said)
        with copied() as memory:
            talk = lived.talk(lived.end_ns, memory)
            yield from ((utterance, talk, memory) for utterance in utterances)


def _said(utterance: WordUtterance, talk: LivedTalk) -> WordReply:
    reply, told = talk.say(utterance.who, utterance.text)
    family = f"utterance: {utterance.act.split(' or ')[0]}"
    fields = _told(utterance.id, family, utterance.who, utterance.text, utterance.gold, reply)
    fields["reply"] = f"{reply.answer.text} [after it:] {told}" if told else reply.answer.text
    deeds = talk.deeds(reply.instruction, reply.asker or utterance.who) if reply.instruction else ""
    tells = reply.answer.known and reply.act is DialogAct.QUESTION
    verdict = first_sight(utterance, fields["reply"], tells, bool(reply.instruction)) if utterance.must else None
    deeds = "; ".join(filter(None, (deeds, "stops" if reply.stops else "")))
    return WordReply(**fields, deeds=deeds, verdict=verdict)


@contextmanager
def copy_of(
    path: Path,
    embedder: Embedder,
    config: MemoryConfig,
    model: LanguageModel | None = None,
    kind: type[AnyMemory] = Memory,  # type: ignore[assignment]  # which is one of them
) -> Iterator[AnyMemory]:
    """A memory over a copy of a file, which is gone afterwards."""
    with tempfile.TemporaryDirectory() as place:
        copied = Path(place) / "memory.db"
        shutil.copy(path, copied)
        memory = kind(copied, embedder, config, language_model=model)
        with memory:
            yield memory
