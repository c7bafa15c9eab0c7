"""What somebody is to do: made, settled and kept."""
