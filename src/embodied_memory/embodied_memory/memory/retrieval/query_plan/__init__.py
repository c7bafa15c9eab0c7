"""From a question to what is to be looked up: intent, entities, attributes, time and views (ObsMem, section 4.3)."""
