"""The skills as a planner calls them: motor skills, and perception skills over memory (MEMENTO, appendix B)."""
