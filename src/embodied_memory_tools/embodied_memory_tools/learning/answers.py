"""What answers a question, learned from homes with questions: the sort of record, three orders of the pieces found,
and how likely an answer is right.

A head for the sort of record is too sure on what it has learned from. So each half of the homes is read by what was
learned from the other half, and what is shipped is learned from all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from embodied_memory.memory.retrieval.pieces import piece_search
from embodied_memory.memory.retrieval.pieces.choice_weights import learned_choice
from embodied_memory.memory.retrieval.pieces.piece_features import FEATURES
from embodied_memory.perception.embedder import Embedder
from embodied_memory.words.one_reading import HEADS, OneReading, the_reading
from embodied_memory.words.reading_network import ReadingEncoder, ReadingHeads, read_heads, write_heads
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder
from embodied_memory_tools.learning.asked_homes import AskedHome
from embodied_memory_tools.learning.bearing import (
    BearingExample,
    Order,
    examples_of_folder,
    examples_of_home,
    found_within,
    learn_bearing,
    write_learned,
)
from embodied_memory_tools.learning.choosing import (
    ChoiceExample,
    as_told,
    choices_of_folder,
    choices_of_home,
    choices_of_trace,
    learn_choice,
    with_certainty,
)
from embodied_memory_tools.learning.record_sorts import (
    RecordExample,
    encoded,
    learn_records,
    records_of_folder,
    records_of_home,
)
from embodied_memory_tools.learning.talk_choices import choices_of_talks

_TRACES = ((31, "plain"), (32, "plain"), (33, "plain"), (34, "child"))
"""Seeds of households, and how their questions are worded."""
_OF_TRACES = (2.0, 0.6)
"""What their questions count for (see `Shares`): their words are our own, which the tracks were made for."""
_OF_TALKS = (2.0, 2.0)
"""There are ten times as many other questions."""
_HALVES = 2
Example = TypeVar("Example")


@dataclass(frozen=True)
class Half:
    """Homes with the heads that have not learned from them. traces: as `_TRACES`."""

    heads: ReadingHeads
    folders: tuple[WordFolder, ...]
    homes: tuple[AskedHome, ...]
    traces: tuple[tuple[int, str], ...]


def learn_answers(
    folders: Sequence[WordFolder],
    homes: Sequence[AskedHome],
    package: Path,
    embedder: Embedder,
    least: float,
    tell: Callable[[str], None],
    labelled: Sequence[RecordExample],
) -> None:
    """package: as in `learn_all`; folders, homes: that the cross-encoders have not learned from; labelled: questions
    with the sort of record that answers them, of which only that is learned.
    """
    halves = _learn_records(folders, homes, labelled, package / "words" / HEADS.name, tell)
    pieces = package / "memory/retrieval/pieces"
    for order, features, name, learned_order in (
        (Order.FIRST, FEATURES, "bearing", piece_search.learned_weights),
        (Order.SECOND, piece_search.RERANKED, "reranking", piece_search.learned_reranking),
        (Order.THIRD, piece_search.CLOSELY, "close", piece_search.learned_close_order),
    ):
        examples = list(_unseen(halves, package, lambda half, order=order: _ordered(half, embedder, order)))  # type: ignore[misc]
        learned = learn_bearing(examples, features)
        write_learned(learned, pieces / f"{name}_weights.json")
        learned_order.cache_clear()
        tell(f"evidence of {len(examples)} questions in the {order.name.lower()} order: {_within(examples, learned)}")
    _learn_choice(halves, package, embedder, least, tell)


def _learn_records(
    folders: Sequence[WordFolder],
    homes: Sequence[AskedHome],
    labelled: Sequence[RecordExample],
    path: Path,
    tell: Callable[[str], None],
) -> list[Half]:
    """Writes the heads that have learned from all, and gives those that have not. path: of the heads."""
    heads = read_heads(path)
    of_halves = [_records(folders[k::_HALVES], homes[k::_HALVES]) for k in range(_HALVES)]
    examples = [*labelled, *(one for half in of_halves for one in half)]
    rows, begin, halves = encoded(examples, OneReading(heads, ReadingEncoder())), len(labelled), []
    for k, half in enumerate(of_halves):
        others = [n for n in range(len(examples)) if not begin <= n < begin + len(half)]
        learned = learn_records([examples[n] for n in others], rows[others], heads)
        halves.append(Half(learned, tuple(folders[k::_HALVES]), tuple(homes[k::_HALVES]), _TRACES[k::_HALVES]))
        begin += len(half)
    write_heads(learn_records(examples, rows, heads), path)
    the_reading.cache_clear()
    tell(f"which sort of record answers {len(examples)} questions")
    return halves


def _records(folders: Iterable[WordFolder], homes: Iterable[AskedHome]) -> list[RecordExample]:
    found = [one for folder in folders for one in records_of_folder(folder)]
    return found + [one for home in homes for one in records_of_home(home)]


def _unseen(
    halves: Iterable[Half], package: Path, examples: Callable[[Half], Iterable[Example]]
) -> Iterator[Example]:
    """Of each half, as it is read by the heads that have not learned from it."""
    path = package / "words" / HEADS.name
    shipped = read_heads(path)
    try:
        for half in halves:
            write_heads(half.heads, path)
            the_reading.cache_clear()
            yield from examples(half)
    finally:
        write_heads(shipped, path)
        the_reading.cache_clear()


def _ordered(half: Half, embedder: Embedder, order: Order) -> Iterator[BearingExample]:
    for folder in half.folders:
        yield from examples_of_folder(folder, embedder, order)
    for home in half.homes:
        yield from examples_of_home(home, embedder, order)


def _within(examples: Sequence[BearingExample], learned: dict[str, object]) -> str:
    return ", ".join(f"{share:.0%} of the first {most}" for most, share in found_within(examples, learned).items())


def _learn_choice(
    halves: Sequence[Half], package: Path, embedder: Embedder, least: float, tell: Callable[[str], None]
) -> None:
    def of_others(half: Half) -> Iterator[ChoiceExample]:
        for folder in half.folders:
            yield from choices_of_folder(folder, embedder)
        for home in half.homes:
            yield from choices_of_home(home, embedder)

    def of_talks(half: Half) -> Iterator[ChoiceExample]:
        for folder in half.folders:
            yield from choices_of_talks(folder, embedder)

    def of_traces(half: Half) -> Iterator[ChoiceExample]:
        for seed, style in half.traces:
            yield from choices_of_trace(seed, embedder, style)

    others, own = list(_unseen(halves, package, of_others)), list(_unseen(halves, package, of_traces))
    talks = list(_unseen(halves, package, of_talks))
    shares = [(1.0, 1.0)] * len(others) + [_OF_TRACES] * len(own) + [_OF_TALKS] * len(talks)
    weights = with_certainty(learn_choice(others + own + talks, shares, least), others + talks)
    write_learned(as_told(weights), package / "memory/retrieval/pieces/choice_weights.json")
    learned_choice.cache_clear()
    tell(f"choice between answers learned from {len(shares)} questions; written to {package}")
