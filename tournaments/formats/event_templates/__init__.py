"""Templates of events: data from which the settings and the stages of a new event follow.

`known` holds those that come with the site, `layouts` how stages follow from the number of entrants, `stored` the form
in which an event is kept as a template.
"""
