"""Folders of RGB-D frames with poses, in the layouts that datasets have."""
