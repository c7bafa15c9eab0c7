"""`make live`: a robot among residents; what happened is asked of its memory and judged with the truth."""
