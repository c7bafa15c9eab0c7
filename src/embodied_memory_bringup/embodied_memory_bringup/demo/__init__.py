"""`make demo`: the whole stack in a simulated home, a search, questions, and a report."""
