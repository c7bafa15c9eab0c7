"""Recordings as others make them: small bags and folders of one drive through a small room."""
