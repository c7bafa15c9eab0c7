"""Records instants and events in one database and answers from it."""
