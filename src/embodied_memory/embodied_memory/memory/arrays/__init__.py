"""Rows of numbers in memory: growing, and searched for the most alike."""
