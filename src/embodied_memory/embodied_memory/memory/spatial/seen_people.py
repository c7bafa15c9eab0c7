"""People among the things that are seen: who has a name is known by it, wherever and by whatever track."""

from __future__ import annotations

from functools import lru_cache

from embodied_memory.memory.belief.names.entity_kinds import is_person


@lru_cache(maxsize=4096)
def name_of_person(category: str, caption: str) -> str:
    """The name that a caption gives somebody; "" for things, for "a tall man", and for nobody in particular.

    A name is all in words that begin with a capital letter, without an article.
    """
    words = caption.split()
    is_name = bool(words) and all(word[:1].isupper() for word in words) and words[0] not in ("A", "An", "The")
    return " ".join(words) if is_name and is_person(category) and not is_person(caption) else ""
