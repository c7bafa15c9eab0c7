"""Words of descriptions: their forms, synonyms and uses, and words for lists and numbers."""
