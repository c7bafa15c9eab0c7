"""The memory as a whole: record instants and events, retrieve, answer. All else in this package is behind it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType

from embodied_memory.config import MemoryConfig
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.evidence import Answer, Evidence, RecordReceipt, RememberedObject, RetrievalResult
from embodied_memory.language.advisor import Usage
from embodied_memory.language.language_model import LanguageModel
from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory.current_beliefs import CurrentBeliefs
from embodied_memory.memory.episodic.instant_record import asserted, read_memories, summarise
from embodied_memory.memory.episodic.memory_bank import ViewFilter
from embodied_memory.memory.erasure import erasure_log
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.file.stores import Stores
from embodied_memory.memory.log import event_log
from embodied_memory.memory.map_keeping import MapKeeping
from embodied_memory.memory.personal_control import PersonalControl
from embodied_memory.memory.questions import Questions
from embodied_memory.memory.reasoning import make_reasoning
from embodied_memory.memory.record_checks import Clock, RecordClock, checked_event, checked_instant, storable
from embodied_memory.memory.retrieval.seen.object_matching import match_objects
from embodied_memory.memory.rule_control import RuleControl
from embodied_memory.memory.spatial import certainty
from embodied_memory.memory.spatial.rooms import write_room_map
from embodied_memory.memory.upkeep import Upkeep
from embodied_memory.perception.embedder import Embedder, make_embedder
from embodied_memory.scene_graph import SceneGraphInstant


class Memory:
    """One robot's memory, in one file. Safe to call from several threads; one process at a time writes.

    A receipt means committed. Raises DatabaseError when the file cannot be used, InvalidRecordError for what
    cannot be recorded; in both cases nothing of the record was written and the memory goes on.

    Its parts: `rules` (what is to be remembered), `people` (what it holds of them), `beliefs`, `map`, `upkeep`, and
    `questions`, which is behind `answer`.
    """

    def __init__(
        self,
        path: Path | str,
        embedder: Embedder | None = None,
        config: MemoryConfig | None = None,
        read_only: bool = False,
        clock: Clock | None = None,
        language_model: LanguageModel | None = None,
    ) -> None:
        """embedder: MiniLM if not given. MissingModelError where its files are not installed (`make setup`).

        clock: of the robot, 0 while unknown; stamps ahead of it are refused (`RecordClock`). Without one none are.
        language_model: plays the roles that `reasoning` of the configuration gives it; None: all are played offline.
        Raises ValueError for reasoning by a model that is not there.
        """
        config, embedder = config or MemoryConfig(), embedder if embedder is not None else make_embedder("minilm")
        reasoning = make_reasoning(config, embedder, language_model)
        self._reasoning = reasoning
        self._file = MemoryFile(path, embedder, config, reasoning.stores, read_only)
        try:
            self._clock = RecordClock(self._file, clock)
            self.questions = Questions(self._file, self._clock, reasoning.answerer)
            self.rules = RuleControl(self._file, reasoning, self._record_words)
            self.people = PersonalControl(self._file, self.questions, self._record_words)
            self.beliefs = CurrentBeliefs(self._file, self._clock, reasoning)
            self.map = MapKeeping(self._file)
            self.upkeep = Upkeep(self._file, self._clock, reasoning)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. May be called twice; nothing else may be called afterwards."""
        self._file.close()

    @property
    def stores(self) -> Stores:
        """The stores themselves, to look into; only this memory changes them. Erasing puts others in their place."""
        return self._file.stores

    @property
    def language_usage(self) -> dict[str, Usage]:
        """By role, how often the language model played it and how often it did not; empty without a model."""
        advisor = self._reasoning.advisor
        return advisor.usage if advisor else {}

    def record(self, instant: SceneGraphInstant, force_bank: bool = False) -> RecordReceipt:
        """Record one scene-graph instant. force_bank: keep the view even if it is not novel (section 12).

        An instant that is delivered again, as after a restart, is confirmed again and not recorded twice.
        """
        instant = checked_instant(instant)
        self._check_before_recording(instant.stamp_ns)
        seen = asserted(instant)
        summary, view = summarise(seen), self.stores.features.view_of(seen, force_bank)
        with self._file.lock:
            with self._file.reading() as connection:
                record_id = event_log.find_instant(connection, instant, summary)
            if record_id is None:
                with self._file.commit() as commit:
                    record_id = event_log.append_instant(commit.connection, instant, summary)
                    self.stores.take_instant(commit, replace(view, record_id=record_id), instant)
            kept = self.stores.bank.holds(record_id)
        return RecordReceipt(record_id, instant.stamp_ns, event_log.INSTANT, summary, kept)

    def record_event(self, event: Event) -> RecordReceipt | None:
        """Record one event; the same event delivered again is confirmed again.

        None for an event that the robot did not perceive: such a thing does not enter (ObsMem, equation 1); nor does
        what was erased and is delivered once more. When a goal is found, the view that shows it goes into the bank,
        novel or not (LMEE, section 12).
        """
        event = checked_event(event)
        self._check_before_recording(event.stamp_ns)
        if self._file.config.belief.robot not in event.observers:
            return None
        with self._file.lock:
            with self._file.reading() as connection:
                record_id = event_log.find_event(connection, event)
                if record_id is None and erasure_log.is_erased(connection, event.stamp_ns, event.kind.value):
                    return None
            if record_id is None:
                with self._file.commit() as commit:
                    record_id = event_log.append_event(commit.connection, event)
                    self.stores.take_event(commit, record_id, event)
        return RecordReceipt(record_id, event.stamp_ns, event.kind.value, event.text, False)

    def record_rooms(self, room_map: RoomMap) -> None:
        """Keep the latest division of the floor into rooms."""
        with self._file.commit() as commit:
            write_room_map(commit.connection, room_map)
            commit.afterwards(partial(self.stores.take_rooms, room_map))

    def record_vocabulary(self, categories: Iterable[str] | None) -> None:
        """Keep what the detector can recognise, in the place of what was kept before; None: anything.

        Of what it cannot, memory says that it cannot tell, and never that there is none.
        """
        told = None if categories is None else tuple(storable(one) for one in categories if one.strip())
        with self._file.commit() as commit:
            certainty.write_vocabulary(commit.connection, certainty.Vocabulary(told))
            commit.afterwards(partial(self.stores.take_vocabulary, certainty.read_vocabulary(commit.connection)))

    def retrieve(self, query: str, k: int | None = None, among: ViewFilter | None = None) -> RetrievalResult:
        """The k views most like the query (LMEE, equation 3) and the objects that fit it, best first.

        Beside them what the knowledge graph tells of it (STMA, algorithm 1), put into words by rules: a robot that
        searches does not wait for a language model.

        among: only views of this time, with this person, from these places.
        """
        query = storable(query)
        query_feature = self.stores.features.of_query(query)
        with self._file.reading() as connection:
            objects = match_objects(query, self.objects(), self._file.embedder.embed_text)
            top_k = self._file.config.bank.top_k if k is None else k
            views = self.stores.bank.search(connection, query_feature, top_k, among)
            memories = read_memories(connection, views, self.stores.objects.asserted_in)
            found = RetrievalResult(query, tuple(memories), tuple(objects))
            if not self._file.config.retrieval.use_graph:
                return found
            belief = self._reasoning.offline(lambda: self.stores.knowledge.retrieve(query))
            usual = self.stores.knowledge.usual_places(query)
        return replace(found, spatial_belief=belief.text, usual_places=usual)

    def objects(self, now_ns: int | None = None) -> tuple[RememberedObject, ...]:
        """Every object as it was last seen, also those that there only may be: memory answers for `is_asserted` ones.

        now_ns: for its age; the latest recorded stamp if not given.
        """
        with self._file.lock:
            return self.stores.view.objects(self._clock.now_ns(now_ns))

    def answer(self, question: str, now_ns: int | None = None, asker: str = "") -> Answer:
        """Answer in a sentence or two, citing evidence; known is False for "I don't know".

        asker: only what they may know is told (docs/safety.md), "I" means them; "": everything.
        """
        return self.questions.answer(question, now_ns, asker)

    def latest_records(self, n: int) -> tuple[Evidence, ...]:
        """The last n records of any kind, newest first."""
        with self._file.reading() as connection:
            return tuple(record.as_evidence() for record in event_log.latest(connection, max(0, n)))

    def evidence_of(self, record_ids: Iterable[int]) -> tuple[Evidence, ...]:
        """These records as they are cited, in this order, without those that are gone."""
        with self._file.reading() as connection:
            return tuple(record.as_evidence() for record in event_log.of_ids(connection, record_ids))

    def counts(self) -> dict[str, int]:
        """How much is remembered: records, instants, events, bank entries, objects."""
        with self._file.reading() as connection:
            instants = connection.execute("SELECT count(*) FROM instant").fetchone()[0]
            records = connection.execute("SELECT count(*) FROM event_log").fetchone()[0]
            bank, objects = self.stores.bank, len(self.stores.objects)
            return {
                "records": records, "instants": instants, "events": records - instants, "bank_entries": len(bank),
                "bank_entries_of_other_models": bank.entries_of_other_models, "objects": objects,
            }  # fmt: skip

    def see_to_file(self) -> None:
        """Where somebody deleted the file under the open memory, put it back with all that it held.

        Raises DatabaseError where that cannot be, as when another file has taken its place: then nothing is recorded.
        """
        self._file.see_to_file()

    def _check_before_recording(self, stamp_ns: int) -> None:
        """Raises DatabaseError where the file is gone for good, InvalidRecordError for what comes from the future."""
        self._file.see_to_file()
        self._clock.check(stamp_ns)

    def _record_words(self, text: str, person: str, stamp_ns: int) -> RecordReceipt:
        """What somebody says to the robot about its memory."""
        observers, receipt = (self._file.config.belief.robot,), None
        while receipt is None:
            said = Event(
                stamp_ns, EventKind.UTTERANCE, person, text, observers=observers, provenance=Provenance.REPORTED
            )
            receipt = self.record_event(said)
            # Only what was erased is not taken in, known by its stamp. These words are new: a nanosecond later.
            stamp_ns += 1
        return receipt
