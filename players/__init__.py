"""People: accounts, profiles, who did what."""
