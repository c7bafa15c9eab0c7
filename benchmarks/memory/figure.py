"""One measured figure and what it should be."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

Bound = tuple[str, float]
"""("at most" or "at least", value)."""


@dataclass(frozen=True)
class Figure:
    """value: None if it could not be measured, note says why. unit: "" for ratios and shares.

    target: None for information only. at_full_size: whether it was measured at the size that the target names.
    """

    name: str
    value: float | None
    unit: str = ""
    target: Bound | None = None
    at_full_size: bool = True
    note: str = ""

    @property
    def is_met(self) -> bool | None:
        """None where nothing was measured or there is no target."""
        if self.value is None or self.target is None:
            return None
        kind, bound = self.target
        return self.value <= bound if kind == "at most" else self.value >= bound

    @property
    def verdict(self) -> str:
        """A word or two for the table."""
        if self.value is None:
            return "not measured"
        if self.is_met is None:
            return ""
        verdict = "met" if self.is_met else "MISSED"
        return verdict if self.at_full_size else f"{verdict} at this size"

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "verdict": self.verdict}

    @staticmethod
    def from_json(read: dict[str, Any]) -> Figure:
        """What `as_json` wrote."""
        target = (str(read["target"][0]), float(read["target"][1])) if read["target"] else None
        fields = {name: value for name, value in read.items() if name not in ("target", "verdict")}
        return Figure(**fields, target=target)
