"""What a store is."""
