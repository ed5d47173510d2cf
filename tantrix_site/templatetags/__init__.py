"""Tags of the frame around every page."""
