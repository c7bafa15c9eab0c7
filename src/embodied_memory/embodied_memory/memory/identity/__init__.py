"""One id for one thing, whether it was seen or told of."""
