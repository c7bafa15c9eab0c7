"""One bridge a world: each offers the same topics and actions, so that no other node knows which world it is in."""
