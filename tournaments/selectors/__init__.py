"""Everything that reads tournaments."""
