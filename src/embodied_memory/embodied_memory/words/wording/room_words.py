"""Whether two names may mean one room, and the number in "bedroom 2"."""

from __future__ import annotations

from embodied_memory.words.wording.words import canonical, split_words


def are_one_room(one: str, other: str) -> bool:
    """Whether two names may mean one room: "living room" may be "living room 1"; "", the unknown, may be any."""
    if not one or not other or one == other:
        return True
    (name, number), (other_name, other_number) = numbered(one), numbered(other)
    is_one_word = name == other_name or canonical(split_words(name)) == canonical(split_words(other_name))
    return is_one_word and not (number and other_number)


def numbered(room: str) -> tuple[str, str]:
    """(name, number), "" for no number."""
    head, _, last = room.rpartition(" ")
    return (head, last) if head and last.isdecimal() else (room, "")


def the_room(room: str) -> str:
    """the hall, but bedroom 2, and Anna's room as they are."""
    first = room.split(" ")[0]
    is_somebodys = room[:1].isupper() and first.endswith(("'s", "’s", "s'", "s’"))
    return room if is_somebodys or room[-1:].isdigit() else f"the {room}"
