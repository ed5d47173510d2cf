"""Pages about one's own account and profile."""
