"""All heads one after the other: each is written beside its reader before the next one is learned over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from embodied_memory.optional import MissingExtraError, require
from embodied_memory.perception.embedder import Embedder
from embodied_memory.words import follow_ups
from embodied_memory.words.follow_ups import AfterRefusal
from embodied_memory.words.one_reading import HEADS, the_reading
from embodied_memory.words.reading_network import WEIGHTS, LinearHead, ReadingTokens, installed_encoder, write_heads
from embodied_memory.words.said import AskedKind
from embodied_memory.words.saying_sorts import ENCODER, HEAD, sorts_version, the_sorts
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder, read_word_folder
from embodied_memory_tools.learning.answers import learn_answers
from embodied_memory_tools.learning.asked_homes import AskedHome, read_asked_homes
from embodied_memory_tools.learning.bearing import write_learned
from embodied_memory_tools.learning.follow_up_examples import (
    WHOLE_BY_ITSELF,
    FollowUpExample,
    follow_up_example,
    unrelated,
)
from embodied_memory_tools.learning.going_on import learn_going_on
from embodied_memory_tools.learning.huric_utterances import read_huric, read_huric_deeds, read_without_moves
from embodied_memory_tools.learning.keeping import plain_of_utterances, read_kept
from embodied_memory_tools.learning.labelled_details import (
    Deeds,
    read_labelled_asks,
    read_labelled_deeds,
    with_details,
)
from embodied_memory_tools.learning.labelled_follow_ups import read_follow_ups
from embodied_memory_tools.learning.labelled_moves import read_labelled_moves
from embodied_memory_tools.learning.labelled_utterances import read_marked, read_utterances
from embodied_memory_tools.learning.linear_heads import labelled_lines, learn_linear
from embodied_memory_tools.learning.onnx_export import write_encoder
from embodied_memory_tools.learning.reading import EXTRA, ReadingExamples, Tell, learn_reading, measured
from embodied_memory_tools.learning.reading_examples import move_example
from embodied_memory_tools.learning.reading_network import follow_up_heads_of, heads_of, over_minilm_numbers
from embodied_memory_tools.learning.record_sorts import labelled_records, records_of_folder, records_of_home
from embodied_memory_tools.learning.reranker_network import mpnet_layers
from embodied_memory_tools.learning.saying_network import area_of_plain, head_of, learn_sorts
from embodied_memory_tools.learning.sort_heads import learn_sort_heads, read_examples

_LOST = 0.1
"""Dropout of the one reading's layers."""
_OF_REFUSALS = 0.003
"""How little their heads are held back, as it was best on writers that were not learned from."""


@dataclass(frozen=True)
class Sources:
    """Where examples lie. deeds: what is to be done with the things that orders name; asks: what questions ask for;
    moves: labelled instructions to carry things; turns: pairs of sayings; commands: HuRIC's; read_folders, homes: of
    whose questions the cross-encoders have learned; folders, unread_homes: of whose they have not; answered: which
    sort of record answers a question; refused: what people say after a refusal; sorts: (sort, sayings of it), see
    `sort_heads.LESSONS`.
    """

    folders: tuple[WordFolder, ...]
    kept: tuple[Path, ...]
    utterances: tuple[Path, ...]
    deeds: tuple[Path, ...] = ()
    asks: tuple[Path, ...] = ()
    moves: tuple[Path, ...] = ()
    turns: tuple[Path, ...] = ()
    commands: Path | None = None
    homes: tuple[AskedHome, ...] = ()
    unread_homes: tuple[AskedHome, ...] = ()
    base: Path | None = None
    answered: tuple[Path, ...] = ()
    refused: tuple[Path, ...] = ()
    sorts: tuple[tuple[str, Path], ...] = ()
    read_folders: tuple[WordFolder, ...] = ()

    @classmethod
    def read(
        cls,
        folders: list[Path],
        kept: list[Path],
        utterances: list[Path],
        deeds: list[Path],
        asks: list[Path],
        moves: list[Path],
        turns: list[Path],
        commands: Path | None = None,
        asked: Sequence[Path] = (),
        unread: Sequence[Path] = (),
        base: Path | None = None,
        answered: Sequence[Path] = (),
        refused: Sequence[Path] = (),
        sorts: Sequence[tuple[str, Path]] = (),
        read_folders: Sequence[Path] = (),
    ) -> Sources:
        """ValueError, KeyError or OSError for what cannot be read, before anything is learned."""
        checked: tuple[tuple[Sequence[Path], Callable[[Path], object]], ...] = (
            (kept, read_kept), (utterances, read_marked), (deeds, read_labelled_deeds), (asks, read_labelled_asks),
            (moves, lambda path: list(read_labelled_moves(path))), (turns, read_follow_ups),
            (answered, labelled_records), (refused, lambda path: list(labelled_lines(path, AfterRefusal, 2))),
        )  # fmt: skip
        for paths, check in checked:
            for path in paths:
                check(path)
        for sort, path in sorts:
            read_examples(sort, path)
        read = tuple(home for path in asked for home in read_asked_homes(path))
        new = tuple(home for path in unread for home in read_asked_homes(path))
        lived, lived_before = (tuple(map(read_word_folder, paths)) for paths in (folders, read_folders))
        told = tuple(kept), tuple(utterances), tuple(deeds), tuple(asks), tuple(moves), tuple(turns)
        more = tuple(answered), tuple(refused), tuple(sorts), lived_before
        return cls(lived, *told, commands, read, new, base, *more)


def learn_all(sources: Sources, package: Path, embedder: Embedder, least: float, tell: Callable[[str], None]) -> None:
    """package: the folder of `embodied_memory` that is written to; tell: a line for each head."""
    _learn_reading(sources, package, tell)
    _learn_sayings(sources, package, tell)
    _learn_going_on(sources, package, tell)
    _learn_after_refusals(sources, package, tell)
    told = [one for path in sources.utterances for one in read_utterances(path)]
    learn_sort_heads(told, sources.sorts, package, tell)
    labelled = [one for path in sources.answered for one in labelled_records(path)]
    labelled += [one for folder in sources.read_folders for one in records_of_folder(folder)]
    labelled += [one for home in sources.homes for one in records_of_home(home)]
    learn_answers(sources.folders, sources.unread_homes, package, embedder, least, tell, labelled)


def _learn_reading(sources: Sources, package: Path, tell: Callable[[str], None]) -> None:
    """Two hours on two cores: once without a quarter of the acts and the last writer of pairs, for how sure it is,
    then from all. Left as it is without MPNet's folder, torch or transformers, which is said.
    """
    if sources.base is None or not sources.turns:
        tell("the one reading is left as it is: it is learned with --base and --turns")
        return
    if not _can_learn("the one reading", tell):
        return
    torch, base = require("torch", EXTRA), sources.base
    examples, unseen = _reading_examples(sources)

    def encoder() -> Any:
        return over_minilm_numbers(torch, mpnet_layers(base, _LOST))

    step = _steps_told("the one reading", tell)
    of_acts, of_pairs = measured(examples, unseen, encoder(), 0, step)
    network = learn_reading(replace(examples, pairs=[*examples.pairs, *unseen]), encoder(), 0, step)
    words = package / "words"
    write_encoder(network.bert, words / WEIGHTS.name)
    write_heads(heads_of(network, of_acts.temperature), words / HEADS.name)
    follow_ups.write_heads(follow_up_heads_of(network, of_pairs.temperature), words / follow_ups.HEADS.name)
    installed_encoder.cache_clear()
    the_reading.cache_clear()
    follow_ups.the_follow_ups.cache_clear()
    tell(
        f"acts of {len(examples.acts)} utterances rightly read, a quarter unseen: {of_acts.acts:.0%},"
        f" {of_acts.sure_acts:.0%} of the {of_acts.sure:.0%} that are surest; {len(examples.moves)} instructions to"
        f" carry things; how {len(unseen)} sayings of an unseen writer go on from those before: {of_pairs.acts:.0%}"
    )


def _reading_examples(sources: Sources) -> tuple[ReadingExamples, list[FollowUpExample]]:
    """(all but the last writer of pairs, those pairs)."""
    tokens = ReadingTokens()
    utterances = [one for path in sources.utterances for one in read_marked(path)]
    told = [one.words for one in utterances if one.label in WHOLE_BY_ITSELF]
    utterances += list(read_huric(sources.commands)) if sources.commands else []
    labelled = [one for path in sources.moves for one in read_labelled_moves(path)]
    labelled += read_without_moves(sources.commands) if sources.commands else []
    *most, last = (read_follow_ups(path) for path in sources.turns)
    seen = [one for pairs in most for one in pairs]
    known = [follow_up_example(one, tokens) for one in seen + unrelated(seen, told, 0)]
    acts = with_details(utterances, *_details(sources), tokens)
    moves = [move_example(one, tokens) for one in labelled]
    return ReadingExamples(acts, moves, known), [follow_up_example(one, tokens) for one in last]


def _steps_told(what: str, tell: Callable[[str], None]) -> Tell:
    def step(number: int, of: int, loss: float) -> None:
        tell(f"  {what}: step {number} of {of}, loss {loss:.3f}")

    return step


def _details(sources: Sources) -> tuple[Deeds, dict[str, AskedKind]]:
    wanted = {order: kinds for path in sources.deeds for order, kinds in read_labelled_deeds(path).items()}
    if sources.commands:
        wanted |= {(one.words, one.marks): kinds for one, kinds in read_huric_deeds(sources.commands)}
    return wanted, {words: kind for path in sources.asks for words, kind in read_labelled_asks(path).items()}


def _can_learn(what: str, tell: Callable[[str], None]) -> bool:
    """Whether torch and transformers are installed; says what is left as it is where they are not."""
    try:
        require("torch", EXTRA)
        require("transformers", EXTRA)
    except MissingExtraError as error:
        tell(f"{what} is left as it is: {error}")
        return False
    return True


def _learn_sayings(sources: Sources, package: Path, tell: Callable[[str], None]) -> None:
    """Twenty minutes on two cores. Left as it is without MPNet's folder, torch or transformers, which is said."""
    if sources.base is None or not sources.kept:
        tell("what may be passed on is left as it is: it is learned with --base and --kept")
        return
    if not _can_learn("what may be passed on", tell):
        return
    sayings = [one for path in sources.kept for one in read_kept(path)]
    sayings += [one for path in sources.utterances for one in plain_of_utterances(path)]
    step = _steps_told("what may be passed on", tell)
    area = area_of_plain(sayings, sources.base, 0, step)
    network = learn_sorts(sayings, sources.base, 0, step)
    write_encoder(network.bert, package / "words" / ENCODER.name)
    LinearHead(*head_of(network)).write(package / "words" / HEAD.name)
    installed_encoder.cache_clear()
    the_sorts.cache_clear()
    sorts_version.cache_clear()
    tell(f"what may be told of {len(sayings)} sayings, half of the writers unseen: area under the curve {area:.3f}")


def _learn_going_on(sources: Sources, package: Path, tell: Callable[[str], None]) -> None:
    """Left as it is where no questions are marked."""
    homes = (*sources.homes, *sources.unread_homes)
    if not any(asked.goes_on for home in homes for asked in home.questions):
        return
    write_learned(learn_going_on(homes), package / "dialog/answers/going_on.json")
    tell("which questions go on with the one before")


def _learn_after_refusals(sources: Sources, package: Path, tell: Callable[[str], None]) -> None:
    """Left as it is where there are no examples, or nothing reads."""
    examples = [one for path in sources.refused for one in labelled_lines(path, AfterRefusal, 2)]
    encoder, reading = installed_encoder(), the_reading()
    if not examples or encoder is None or reading is None:
        return
    rows = [follow_ups.refusal_features(declined, said, encoder, reading) for _, (declined, said) in examples]
    learned = learn_linear(rows, [label for label, _ in examples], AfterRefusal, _OF_REFUSALS)
    learned.write(package / "words" / follow_ups.REFUSAL_HEAD.name)
    follow_ups.the_after_refusals.cache_clear()
    tell(f"what {len(examples)} sayings after a refusal do")
