"""How an utterance is read as an act of the dialog, by forms, by what was learned, and by the turns before."""
