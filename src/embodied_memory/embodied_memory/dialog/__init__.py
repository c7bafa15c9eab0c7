"""Deciding what an utterance is: a question to memory, an instruction to the planner, or talk."""
