"""What a run achieved: figures, summary.json and the table at its end."""
