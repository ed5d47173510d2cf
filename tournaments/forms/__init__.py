"""Forms of the pages: what was typed becomes the values that services take."""
