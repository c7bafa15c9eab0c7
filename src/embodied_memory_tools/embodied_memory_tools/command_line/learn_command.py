"""`embodied-memory learn`: the small heads that read words, from examples."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.request_error import RequestError

_FOLDERS = typer.Option("--folder", help="Lived days with questions and their evidence; repeatable.")
_TRACES = ((31, "plain"), (32, "plain"), (33, "plain"), (34, "child"))
"""Seeds of households, and how their questions are worded."""


def learn(
    folder: Annotated[list[Path], _FOLDERS],
    kept: Annotated[Path, typer.Option(help="Sayings with who may hear them: label, tab, saying.")],
    utterances: Annotated[Path, typer.Option(help="Labelled utterances: label, tab, words with roles in brackets.")],
    friends_qa: Annotated[
        list[Path] | None, typer.Option(help="JSON files of FriendsQA (Apache 2.0), for questions about talks.")
    ] = None,
    into: Annotated[
        Path | None, typer.Option(help="Folder of the package embodied_memory; the installed one if not given.")
    ] = None,
    least: Annotated[
        float, typer.Option(help="Below this probability the robot does not know.", min=0, max=1)
    ] = 0.38,
) -> None:
    """Learn which evidence bears on a question, which answer to trust, and what to keep from whom.

    Example: embodied-memory learn --folder tests/words/days/third --kept tests/words/kept/kept.tsv --utterances FILE
    """
    import embodied_memory
    from embodied_memory.memory.retrieval import evidence_first
    from embodied_memory.memory.retrieval.pieces import piece_search
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.evaluation.lived_words.word_folder import read_word_folder
    from embodied_memory_tools.learning.acts import act_examples, learn_acts
    from embodied_memory_tools.learning.bearing import (
        examples_of_folder,
        examples_of_life,
        found_within,
        learn_bearing,
        write_learned,
    )
    from embodied_memory_tools.learning.choosing import as_told, choices_of_folder, choices_of_trace, learn_choice
    from embodied_memory_tools.learning.friends_qa import read_friends_qa
    from embodied_memory_tools.learning.keeping import learn_keeping, plain_of_utterances, read_kept

    try:
        folders = [read_word_folder(one) for one in folder]
        sayings = read_kept(kept) + plain_of_utterances(utterances)
        talks = [life for path in friends_qa or [] for life in read_friends_qa(path)]
    except (ValueError, OSError, KeyError) as error:
        raise RequestError(str(error)) from error
    package = into or Path(embodied_memory.__file__).parent
    embedder = make_embedder("minilm")
    keeping, share = learn_keeping(sayings, embedder)
    write_learned(keeping, package / "memory/discretion/kept_sayings.json")
    output.print(f"sayings rightly sorted in cross-validation: {share:.0%} of {len(sayings)}")

    acts, share = learn_acts(act_examples(utterances, folders))
    write_learned(acts, package / "dialog/learned_acts.json")
    output.print(f"asking told from wanting done and from neither in cross-validation: {share:.0%}")

    asked = [one for each in folders for one in examples_of_folder(each, embedder)]
    about_talks = [one for life in talks for one in examples_of_life(life, embedder)]
    shares = [10.0] * len(asked) + [1.0] * len(about_talks)
    bearing = learn_bearing(asked + about_talks, shares)
    write_learned(bearing, package / "memory/retrieval/pieces/bearing_weights.json")
    within = ", ".join(f"{share:.0%} of the first {most}" for most, share in found_within(asked, bearing).items())
    output.print(f"evidence of {len(asked)} questions (learned from) among the first: {within}")

    piece_search.learned_weights.cache_clear()
    choices = [one for each in folders for one in choices_of_folder(each, embedder)]
    lived = [one for seed, style in _TRACES for one in choices_of_trace(seed, embedder, style)]
    weights = learn_choice(choices + lived, [1.0] * (len(choices) + len(lived)), least)
    write_learned(as_told(weights), package / "memory/retrieval/choice_weights.json")
    evidence_first.learned_choice.cache_clear()
    output.print(f"choice between answers learned from {len(choices) + len(lived)} questions; written to {package}")
