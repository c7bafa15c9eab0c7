"""The program `embodied-memory`: one file for each group of commands."""
