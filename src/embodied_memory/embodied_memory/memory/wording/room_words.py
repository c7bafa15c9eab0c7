"""Whether two names may mean one room, and the number in "bedroom 2"."""

from __future__ import annotations

from embodied_memory.memory.wording.words import canonical, split_words


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
    """the hall, and "Anna's room" as it is."""
    first = room.split(" ")[0]
    return room if first.endswith(("'s", "’s", "s'", "s’")) and room[:1].isupper() else f"the {room}"
