"""Running the whole site from one terminal: what `manage.py up` is made of."""
