"""Laws of shapes, replies and transcripts, whatever the text."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from embodied_memory.language.exchange import Exchange, plain_text
from embodied_memory.language.language_model import UnusableReplyError, read_reply, strict_schema
from embodied_memory.language.transcript import Transcript, read_transcript
from embodied_memory_tools.language.role_plays import shapes

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


class Leaf(BaseModel):
    title: str
    share: float = 0.0


class Tree(BaseModel):
    """Properties may be called like words of the schema."""

    title: str = Field(default="", max_length=3000)
    properties: list[Leaf] = Field(default_factory=list, max_length=3)
    default: float | Literal["inf"] = 1.0
    parent: Leaf | None = None


LEAVES = st.builds(Leaf, title=TEXT, share=st.floats(allow_nan=False, allow_infinity=False))
TREES = st.builds(
    Tree, title=TEXT, properties=st.lists(LEAVES, max_size=3), default=st.just("inf") | st.floats(-1e9, 1e9),
    parent=st.none() | LEAVES,
)  # fmt: skip


@given(TREES)
def test_what_is_of_the_shape_is_read_as_it_is(tree):
    assert read_reply(tree.model_dump_json(), Tree) == tree


@given(TEXT | TREES.map(lambda tree: tree.model_dump_json()), st.integers(0, 300), st.integers(0, 20), TEXT)
def test_any_other_text_is_refused_or_read_and_nothing_else(text, begin, count, put):
    text = text[:begin] + put + text[begin + count :]
    try:
        assert isinstance(read_reply(text, Tree), Tree)
    except UnusableReplyError as error:
        assert str(error)


def test_a_strict_schema_requires_everything_and_keeps_names():
    assert strict_schema(Tree) == {
        "$defs": {
            "Leaf": {
                "type": "object",
                "properties": {"title": {"type": "string"}, "share": {"type": "number"}},
                "required": ["title", "share"],
                "additionalProperties": False,
            }
        },
        "type": "object",
        "description": "Properties may be called like words of the schema.",
        "properties": {
            "title": {"type": "string"},
            "properties": {"type": "array", "items": {"$ref": "#/$defs/Leaf"}, "maxItems": 3},
            "default": {"anyOf": [{"type": "number"}, {"const": "inf", "type": "string"}]},
            "parent": {"anyOf": [{"$ref": "#/$defs/Leaf"}, {"type": "null"}]},
        },
        "required": ["title", "properties", "default", "parent"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize("role", sorted(shapes()))
def test_the_schema_of_every_role_is_strict(role):
    def check(part):
        if isinstance(part, dict):
            if isinstance(part.get("properties"), dict) and part.get("type") == "object":
                assert (part["required"], part["additionalProperties"]) == (list(part["properties"]), False)
                assert len(part["required"]) > 0
            for one in part.values():
                check(one)
        elif isinstance(part, list):
            for one in part:
                check(one)

    schema = strict_schema(shapes()[role])
    assert schema["type"] == "object"
    check(schema)


@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=30)), max_size=4))
def test_a_transcript_is_read_as_it_was_written(tmp_path_factory, said):
    path = tmp_path_factory.mktemp("said") / "said.jsonl"
    path.touch()
    exchanges = [
        Exchange(stamp_ns=7, role="say", shape="Tree", prompt=plain_text(prompt), replies=(plain_text(reply),))
        for prompt, reply in said
    ]
    transcript = Transcript(path, clock_ns=lambda: 7)
    for exchange in exchanges:
        transcript.write(exchange)
    assert list(read_transcript(path)) == exchanges
