"""What entities are called, and which entity is meant by a name."""
