"""From camera topics to scene-graph instants, the occupancy map, rooms and frontiers."""
