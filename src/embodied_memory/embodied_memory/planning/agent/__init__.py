"""One agent for every home: recall, plan, have it checked, act, observe, until done or something has to be asked."""
