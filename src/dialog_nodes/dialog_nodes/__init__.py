"""Talks with people in text: questions go to memory, instructions to the planner."""
