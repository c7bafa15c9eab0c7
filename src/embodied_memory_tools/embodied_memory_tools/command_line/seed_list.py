"""Seeds as people write them."""

from __future__ import annotations

import typer


def parse_seeds(text: str) -> list[int]:
    """ "1-3,7" -> [1, 2, 3, 7]. Raises typer.BadParameter."""
    chosen: list[int] = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        if not first.isdigit() or (last and not last.isdigit()):
            raise typer.BadParameter(f'"{text}" is no list of seeds; write 1-10 or 3,5,8')
        chosen += range(int(first), int(last or first) + 1)
    return chosen
