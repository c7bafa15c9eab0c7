"""How history is summarised in a tree, and what of it is forgotten ("H2-EMV")."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class HistoryTreeConfig:
    """The history tree ("H2-EMV", section 4.1). Tuples have one entry a level of items: instants, events, ...

    The paper gives no figures for its temporal statistics; all defaults here are this project's.
    """

    flat: bool = False
    """True: goals are a flat list under the root, without higher summaries (the paper's flat variants)."""
    at_once: bool = False
    """True: all records that wait are grouped in one go, not each as it came (the paper's offline variants)."""
    use_rules: bool = True
    """False: relevance rules do not reach the summaries (the paper's variant without learning for them)."""
    higher_levels: int = 3
    """Levels of higher summaries between goals and the root: stretches, days, spells of days."""
    max_children: tuple[int, ...] = (12, 12, 12, 64, 8)
    """A parent takes no more items than this of the level of its children."""
    statistics_window: int = 32
    """Gaps between the latest nodes of a level that its cut-off is computed from."""
    cutoff_deviations: float = 2.0
    """The cut-off lies this many standard deviations above the mean of the logarithm of the gaps."""
    least_cutoff_s: tuple[float, ...] = (60.0, 300.0, 900.0, 3600.0, 129600.0)
    """However dense the records are, items this close may still get one parent."""
    longest_cutoff_s: tuple[float, ...] = (600.0, 1800.0, 7200.0, 14400.0, 1209600.0)
    """Bounds of the cut-offs: items farther apart never get one parent. Of the first four, below any night."""
    visible_cutoffs: float = 3.0
    """Parents that ended more than this many cut-offs before a new item are not regrouped."""
    visible_parents: int = 4
    """Nor are more than this many of the latest parents."""
    near_gap_factor: float = 0.25
    """A new item nearer to the latest higher summary than this part of the gaps there goes into that one."""
    object_overlap: float = 0.5
    """Two views from unknown places with this part of the smaller one's objects in common show the same event."""
    summary_objects: int = 24
    """A summary names so many objects: those met most often."""
    summary_words: int = 200
    """A summary tells deeds in at most so many words: those that say most, of equal ones the latest."""
    summary_highlights: int = 24
    """What a rule asks to remember stays in words in the summaries above it, up to this many a node."""
    question_budget_characters: int = 12000
    """What exploring the tree for one question may read."""


@dataclass(frozen=True)
class ForgettingConfig:
    """Forgetting by expiry and relevance ("H2-EMV", section 4.1)."""

    enabled: bool = True
    """False: nothing is ever forgotten (the paper's variant without forgetting)."""
    use_relevance: bool = True
    """False: by time only, nothing is ever extended (the paper's time-only variant)."""
    use_rules: bool = True
    """False: relevance by common sense alone (the paper's variant without learning)."""
    raw_lifetime_s: float = 900.0
    """Of the raw observation behind an instant (the paper's value)."""
    instant_lifetime_s: float = 3600.0
    """Without relevance, a scene-graph instant is kept for so long."""
    event_lifetime_s: float = 21600.0
    """Without relevance, an event summary is kept for so long."""
    goal_lifetime_s: float = 86400.0
    """The paper's value."""
    higher_lifetime_s: float = 604800.0
    """Times 2^(level - 3), as in the paper; the length itself it leaves open."""
    raw_factor: float = 96.0
    """What a rule to remember multiplies the life of raw observations by."""
    view_lifetime_s: float = 259200.0
    """A rule keeps what was only seen this long; what was done or said it keeps for ever."""
    nightly_at_h: float = 3.0
    """Local hour of the daily forgetting; negative: only when idle."""
    utc_offset_h: float = 0.0
    """Local time, for the hour of the night."""
    idle_after_s: float = 600.0
    """Without a new record for this long, the robot is idle."""
    idle_interval_s: float = 3600.0
    """When idle, forgetting runs this often; 0: only nightly."""
    use_days: float = 7.0
    """What people asked for, the robot handled, or somebody does again and again is kept this long after a use on
    one day, and n^2 times as long after uses on n days. 0: use counts for nothing."""
    grace_days: float = 30.0
    """What has left the tree for so long is deleted from the log, too, with all that was derived of it."""
    keep_for: tuple[str, ...] = ("utterance: forever",)
    """Kinds of records and how many days they stay in the log at least, as "utterance: 90", "activity: forever".
    "*: forever" keeps everything that was said and done, "" nothing beyond the grace. By default what people said
    stays: nobody says twice that Tom is diabetic."""
    placeholder_characters: int = 200
    """Of the first lines that a placeholder keeps."""
    rule_similarity: float = 0.75
    """Cosine from which an item fits a rule, or a rule another one, that shares no words with it."""
