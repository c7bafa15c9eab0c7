"""What people's words state: facts, preferences, commitments, times; kept as reported atoms."""
