"""Speech as an option: replies are spoken, utterances are heard. Text stays the interface on both sides."""
