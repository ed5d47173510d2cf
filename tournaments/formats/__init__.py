"""The pure tournament core: structure, facts and fold.

Nothing in this package knows Django, a database or a clock. Three things are kept apart:

- `graph`: the *structure*, matches whose slots name where their occupants come from;
- `facts`: what happened, as versions that are only ever appended;
- `fold`: one function from structure and facts to occupants, states, winners and places.

Around them: `seeding` and `knockout` make a structure, `scoring`, `match` and `deciding` turn games
into decisions, `impact` says what a new fact would change, `bracket` shapes the answer for a page.
Tables: `grouping` and `round_robin` make groups, `table` and `tie_breaks` count, `standings` orders,
`comparison` and `cross_table` explain; `snapshot` and `progression` lead from one stage to the next.
`teams` adds the boards below a match of two teams.
Tournament points (TP) are integers in tenths everywhere: 13.3 TP is 133.
"""
