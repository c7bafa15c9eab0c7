"""From one observation to one scene-graph instant."""
