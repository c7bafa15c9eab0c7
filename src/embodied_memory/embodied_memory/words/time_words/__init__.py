"""Words for times: told of what is to come and of what was, asked about, and in the words of answers."""

from embodied_memory.words.time_words.local_calendar import describe_time
from embodied_memory.words.time_words.parse_time import parse_time
from embodied_memory.words.time_words.time_phrase import (
    AnchorKind,
    Granularity,
    Order,
    TimeAnchor,
    TimePhrase,
)

__all__ = ["AnchorKind", "Granularity", "Order", "TimeAnchor", "TimePhrase", "describe_time", "parse_time"]
