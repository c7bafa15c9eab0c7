"""What the robot says of its own accord."""

from __future__ import annotations

from embodied_memory.dialog.first_person import in_second_person, is_named


def reminder(task: str, person: str) -> str:
    """A commitment that is due, as it is said to whom it concerns."""
    words = in_second_person(task.strip().rstrip(".!"))
    told = f"this is your reminder to {words}."
    return f"{person}, {told}" if is_named(person) else f"{told[0].upper()}{told[1:]}"
