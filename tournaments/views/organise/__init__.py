"""The organiser's pages of an event."""
