"""Pages about ratings."""
