"""The files that recordings are kept in, whole or damaged."""
