"""Words and printed facts of a game: loading, rule sections, search, checklist and wording.

Pure and synchronous: it reads `rules_data`, writes nothing and knows no screen.

- `loader`: the data of a game, validated once and cached.
- `sections`, `search`: the rulebook in the project's own words, and its search.
- `checklist`: the set-up of the box for these players and options.
- `templates`, `wording`: Spanish from codes and parameters.
- `completeness`: missing words of a game, for its tests.
"""
