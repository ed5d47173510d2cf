"""Team matches: played on boards, counted as one (`docs/regulations.md` 6).

A team is an entry like any other, so that every stage works with teams as it does with players. What is added is
one level below: a team match has *boards*, each a match between two players, and

- `line_up`: who sits at which board, and who may take an absentee's place;
- `boards`: what each board counts for, and the structure of boards that the ordinary fold settles;
- `outcome`: from the boards to the team match, level totals included;
- `seeding`: the strength of a team.
"""
