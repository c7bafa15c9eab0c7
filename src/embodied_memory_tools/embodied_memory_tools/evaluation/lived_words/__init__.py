"""Lived days in words that others wrote: how much of what people say is understood, kept and told again."""
