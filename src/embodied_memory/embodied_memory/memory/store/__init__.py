"""What a store is, and what a commit."""
