"""States of entities with their history, and how far they can be trusted."""
