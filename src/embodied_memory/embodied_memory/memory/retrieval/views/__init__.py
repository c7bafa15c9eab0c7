"""The views of memory, each with its own way to look things up (ObsMem, section 4.3): one file a view."""
