"""Learning whether a question goes on with the one before it, from homes whose questions are marked so."""

from __future__ import annotations

from collections.abc import Iterable

from sklearn.linear_model import LogisticRegression

from embodied_memory.dialog.answers.asking_memory import FEATURES, features_of
from embodied_memory_tools.learning.asked_homes import AskedHome, AskedQuestion

_SHARE = 0.16
"""So many of the questions of lived days go on with the one before; writers of homes were asked for more."""


def learn_going_on(homes: Iterable[AskedHome]) -> dict[str, object]:
    """What `going_on.json` holds; of homes where none goes on nothing is learned. ValueError if all are so."""
    marked = [home for home in homes if any(asked.goes_on for asked in home.questions)]
    asked: list[AskedQuestion] = [one for home in marked for one in home.questions]
    if not asked:
        raise ValueError("no question of the homes is marked with goes_on")
    more = sum(one.goes_on for one in asked) / len(asked)
    weights = [_SHARE / more if one.goes_on else (1 - _SHARE) / (1 - more or 1.0) for one in asked]
    model = LogisticRegression(max_iter=2000).fit(
        [features_of(one.text) for one in asked], [one.goes_on for one in asked], sample_weight=weights
    )
    return {
        "features": FEATURES,
        "weights": model.coef_[0].round(4).tolist(),
        "bias": round(float(model.intercept_[0]), 4),
    }
