"""The demo: an invented championship that shows every part of the site at work."""
