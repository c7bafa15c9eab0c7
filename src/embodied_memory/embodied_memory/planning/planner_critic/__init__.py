"""Planning from beliefs about time and space, with a critic before every step (STMA, section 4)."""
