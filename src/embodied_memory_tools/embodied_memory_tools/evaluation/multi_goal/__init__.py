"""Multi-goal search: goals return to rooms seen before, so that memory can pay (LMEE, sections 4 and 5)."""
