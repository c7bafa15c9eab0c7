"""Everything recorded, one row each, with the words of events."""
