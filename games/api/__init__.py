"""Game records in the REST API."""
