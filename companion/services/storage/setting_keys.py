"""Former names of the settings in a store: what was kept under one of them is still read."""

from typing import Final

_FORMER: Final = {
    "backup_entries": "guardado_todo",
    "box_of_match:": "caja:",
    "bin:": "papelera:",
    "checklist:": "lista:",
    "dispute/": "disputa/",
    "disputes": "disputas",
    "draft/": "borrador/",
    "host_names": "quien-organiza",
    "incoming/": "llegado/",
    "last_box:": "ultima_caja:",
    "last_match:": "ultima:",
    "last_players": "ultimos",
    "new_match:": "borrador:",
    "player_names": "nombres",
    "shared_tables": "mesas",
    "site_address": "sitio",
}
"""By name or prefix of today, the former one. Never give an entry to something else."""


def former_key(key: str) -> str | None:
    """Return the key under which earlier versions kept a setting, or None if it had no other."""
    if key in _FORMER:
        return _FORMER[key]
    for mark in (":", "/"):
        prefix, separator, rest = key.partition(mark)
        if separator and (former := _FORMER.get(prefix + mark)) is not None:
            return former + rest
    return None
