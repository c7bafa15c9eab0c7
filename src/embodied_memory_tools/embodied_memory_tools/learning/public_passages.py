"""Public questions with what answers them, for the first round of the cross-encoder; read where they lie.

SQuAD 2.0 (Rajpurkar et al. 2018, CC BY-SA 4.0), QAMR (Michael et al. 2018, MIT), FriendsQA (Yang and Choi 2019,
Apache 2.0) and LongMemEval (Wu et al. 2025, MIT).
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence, Set
from pathlib import Path

from embodied_memory_tools.learning.friends_qa import read_scenes
from embodied_memory_tools.learning.reranker_examples import RerankExample

_SENTENCE = re.compile(r"\S.*?(?:[.!?](?=\s+[A-Z\"(])|$)", re.S)
_OTHERS = 8
_NEXT_TO = 2
_SHORTEST, _LONGEST = 3, 45


def read_squad(path: Path, chance: random.Random) -> Iterator[RerankExample]:
    """The sentences of a paragraph; many questions have no answer in theirs."""
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            spans = [found.span() for found in _SENTENCE.finditer(paragraph["context"])]
            texts = [paragraph["context"][first:end] for first, end in spans]
            for asked in paragraph["qas"]:
                starts = {one["answer_start"] for one in asked["answers"]}
                gold = {k for k, (first, end) in enumerate(spans) if any(first <= one < end for one in starts)}
                yield _chosen(asked["question"], texts, gold, chance)


def read_qamr(folder: Path, chance: random.Random) -> Iterator[RerankExample]:
    """Questions about single sentences of a text, beside its others. folder: QAMR's `data`."""
    lines = (folder / "wiki-sentences.tsv").read_text(encoding="utf-8").splitlines()
    sentences = {name: _joined(text) for name, text in (line.split("\t") for line in lines)}
    names = list(sentences)
    places = {name: place for place, name in enumerate(names)}
    for file in ("dev.tsv", "test.tsv"):
        for line in (folder / "filtered" / file).read_text(encoding="utf-8").splitlines():
            name, question = line.split("\t")[0], _joined(line.split("\t")[5])
            near = [other for other in names[max(0, places[name] - 4) : places[name] + 5] if other != name]
            texts = [sentences[name], *(sentences[other] for other in near)]
            yield _chosen(question, texts, {0}, chance)


def read_friends(path: Path, chance: random.Random) -> Iterator[RerankExample]:
    """The utterances of a scene, each with the one before it."""
    for scene in read_scenes(path):
        said = [f"{who}: {words}" for who, words in scene.said]
        for question, gold in scene.questions:
            yield _chosen(question, said, gold, chance, ["", *said[:-1]])


def read_long_mem_eval(path: Path, chance: random.Random) -> Iterator[RerankExample]:
    """What somebody told an assistant: the sentences most like question and answer, beside others of theirs."""
    for asked in json.loads(path.read_text(encoding="utf-8")):
        if asked["question_type"].endswith(("assistant", "preference")):
            continue
        turns = [one for talk in asked["haystack_sessions"] for one in talk if one["role"] == "user"]
        wanted = _words(f"{asked['question']} {asked['answer']}")
        gold = [_best(one["content"], wanted) for one in turns if one.get("has_answer")]
        others = [_best(one["content"], _words(asked["question"])) for one in turns if not one.get("has_answer")]
        others.sort(key=lambda text: -len(_words(text) & wanted))
        texts = [f"I: {text}" for text in [*gold, *others[:_OTHERS]] if text]
        answers = set() if asked["question_id"].endswith("_abs") else set(range(len([text for text in gold if text])))
        yield _chosen(f"I: {asked['question']}", texts, answers, chance)


def _chosen(
    question: str, texts: Sequence[str], gold: Set[int], chance: random.Random, before: Sequence[str] = ()
) -> RerankExample:
    """What answers, and some that do not: half of them next to it."""
    others = [k for k in range(len(texts)) if k not in gold]
    near = [k for k in others if any(abs(k - one) <= _NEXT_TO for one in gold)]
    chosen = list(gold) + chance.sample(near, min(_OTHERS // 2, len(near)))
    rest = [k for k in others if k not in chosen]
    chosen += chance.sample(rest, min(_OTHERS + len(gold) - len(chosen), len(rest)))
    passages = tuple((texts[k], before[k] if before else "") for k in chosen)
    return RerankExample(question, passages, tuple(k in gold for k in chosen))


def _joined(tokens: str) -> str:
    text = tokens.replace("-LRB- ", "(").replace(" -RRB-", ")").replace("`` ", '"').replace(" ''", '"')
    return re.sub(r" ([.,;:?!'%)])", r"\1", re.sub(r" (n't|'s|'re|'ve|'ll)", r"\1", text))


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"[a-z']+", text.lower()) if len(word) > _SHORTEST)


def _best(turn: str, wanted: frozenset[str]) -> str:
    """The two sentences of a turn that share most words with those wanted; "" if it has none of fit length."""
    sentences = [one for one in re.split(r"(?<=[.!?])\s+", turn) if _SHORTEST < len(one.split()) < _LONGEST]
    pairs = [" ".join(sentences[k : k + 2]) for k in range(0, len(sentences), 2)]
    return max(pairs, key=lambda text: len(_words(text) & wanted), default="")
