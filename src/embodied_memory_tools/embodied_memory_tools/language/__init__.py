"""Language models at the desk: every role played once, transcripts shown and asked again."""
