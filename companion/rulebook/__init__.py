"""The words and the printed facts of a game: loading, rule sections, search, checklists, wording.

Pure and synchronous: reads `rules_data`, writes nothing, starts nothing, knows no screen.

- `loader`: the data of a game, validated once and kept.
- `sections`, `search`: the rulebook in our own words, and finding something in it.
- `checklist`: setting up the box for these players and options.
- `templates`, `wording`: from codes and parameters to Spanish.
- `catalogue`: what words a game lacks, for its tests.
"""
