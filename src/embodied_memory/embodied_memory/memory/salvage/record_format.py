"""A row as SQLite writes it (SQLite's file format, sections 1.5 and 2.1): a header of types, then the values."""

from __future__ import annotations

import struct

Value = int | float | str | bytes | None

_WIDTHS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_FIXED: dict[int, Value] = {0: None, 8: 0, 9: 1}
_MOST = 9


class UnreadableError(ValueError):
    """Bytes that SQLite cannot have written there."""


def varint(page: bytes, start: int) -> tuple[int, int]:
    """(value, where it ends): up to 8 bytes of 7 bits, the last of 9 has 8. Raises UnreadableError."""
    value = 0
    for count in range(_MOST):
        if start + count >= len(page):
            raise UnreadableError("a number goes beyond the page")
        byte = page[start + count]
        if count == _MOST - 1:
            return _signed(value << 8 | byte), start + _MOST
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return value, start + count + 1


def read_row(payload: bytes, most_columns: int) -> list[Value]:
    """The values of a row. Raises UnreadableError, also for more columns than there can be."""
    end, at = varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = varint(payload, at)
        kinds.append(kind)
    if at != end or len(kinds) > most_columns:
        raise UnreadableError("the header of a row makes no sense")
    values = []
    for kind in kinds:
        size = _size(kind)
        if at + size > len(payload):
            raise UnreadableError("a value goes beyond its row")
        values.append(_value(kind, payload[at : at + size]))
        at += size
    if at != len(payload):
        raise UnreadableError("a row is longer than its values")
    return values


def _size(kind: int) -> int:
    if kind in _FIXED:
        return 0
    if kind in _WIDTHS:
        return _WIDTHS[kind]
    if kind == 7:
        return 8
    if kind < 12:
        raise UnreadableError("a value has no known type")
    return (kind - 12) // 2


def _value(kind: int, content: bytes) -> Value:
    if kind in _FIXED:
        return _FIXED[kind]
    if kind in _WIDTHS:
        return int.from_bytes(content, "big", signed=True)
    if kind == 7:
        return float(struct.unpack(">d", content)[0])
    if kind % 2 == 0:
        return content
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError("a text is not UTF-8") from error


def _signed(value: int) -> int:
    value &= 2**64 - 1
    return value - 2**64 if value >= 2**63 else value
