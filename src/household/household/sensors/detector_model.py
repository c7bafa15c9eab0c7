"""How far a detector errs. The default names everything that can be seen, with a mask."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DetectorModel:
    """Shares and scores are 0 to 1."""

    recall: float = 1.0
    """How often a thing that is large and seen from its front is found, view by view."""
    half_recall_px: float = 0.0
    """What covers so many pixels is found half as often as what is large: n / (n + this)."""
    oblique_loss_share: float = 0.0
    """What is seen edge-on is found so much less often."""
    least_px: int = 12
    """What covers fewer pixels is never found. Without any other fault, the reader of the masks decides that."""
    masks: bool = True
    """A mask of each thing; or else a box around it alone."""
    box_jitter_share: float = 0.0
    """Deviation of each side of a box, as a share of its width or height. Masks do not shake."""
    truncated_share: float = 0.0
    """Of the things: a part of them on one side, a fifth to three fifths, is left out."""
    flicker_share: float = 0.0
    """Of the things in a view: a wrong name, another one in each view."""
    sticking_share: float = 0.0
    """Of the things of a home: always the same wrong name."""
    confusion_size_ratio: float = 1.6
    """Wrong names are those of things of about the size: one this many times larger or smaller is .6 times as likely
    as one of the same size (a Gaussian of the logarithm)."""
    ghosts_per_view: float = 0.0
    """How often a view shows something that is not there, 0 to 1: any name, a box anywhere."""
    scores: bool = False
    """Whether it says how sure it is; else every score is 1."""
    right_score: float = 0.75
    """Mean of the scores of what has the right name."""
    wrong_score: float = 0.55
    """Mean of the scores of what has a wrong one."""
    ghost_score: float = 0.45
    """Mean of the scores of what is not there."""
    score_concentration: float = 12.0
    """Scores are drawn from a beta distribution; more: closer to their mean (12: a deviation of about .12)."""
    least_score: float = 0.3
    """What would score less is told with this."""
