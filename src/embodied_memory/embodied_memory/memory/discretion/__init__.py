"""Who may be told what: every saying has an audience (docs/safety.md)."""
