"""The ReAct agent: a thought, a call of a skill, what was observed, again and again (MEMENTO, appendix B.2)."""
