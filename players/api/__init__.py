"""People in the REST API."""
