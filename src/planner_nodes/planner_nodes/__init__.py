"""Executes instructions: searches for goals with memory and frontiers."""
