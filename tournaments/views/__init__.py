"""Pages: each reads through selectors, changes through one service call, and redirects after a change."""
