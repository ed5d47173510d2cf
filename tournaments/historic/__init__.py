"""Results of the past as text: what a list of podiums, matches or standings says. Pure: text in, values out.

`reading` turns a CSV into rows and faults, `first_years` the list of known series; storing is
`tournaments.services.history`'s.
"""
