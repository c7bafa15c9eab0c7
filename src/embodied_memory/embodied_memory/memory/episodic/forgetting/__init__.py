"""Forgetting that learns (H2-EMV, section 4.1): expiry, relevance, and rules made from people's feedback."""
