"""Documents to print: plain values in, PDF out. Pure: no Django, no database, no clock.

`values` says what a document consists of, `templates/` how each kind looks, `typesetting` puts the two together. Every
text of a person reaches a template as JSON data and is never read as markup. What stands in the documents of an event
is chosen in `tournaments.selectors.documents`.
"""
