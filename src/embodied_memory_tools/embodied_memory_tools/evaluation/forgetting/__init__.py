"""The two rounds of "H2-EMV" (section 4.2, appendix A): does forgetting learn what to keep, and what does it save?"""
