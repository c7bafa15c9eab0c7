"""Messages to dataclasses and back: the one place where time, frames and units must be right. Named `a_to_b`."""
