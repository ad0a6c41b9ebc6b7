"""What each device has on its desk, kept beside its session: a lost connection loses no draft."""

from collections import OrderedDict

from companion.ui.presenters.desk import Desk

_KEPT = 64
_shelf: OrderedDict[tuple[str, str], Desk] = OrderedDict()


def shelved(device: str, match_id: str) -> Desk:
    """What a device had on its desk: a lost connection takes no draft away."""
    return _shelf.get((device, match_id), Desk())


def shelve(device: str, match_id: str, desk: Desk) -> None:
    """Keeps what a device has on its desk."""
    _shelf[device, match_id] = desk
    _shelf.move_to_end((device, match_id))
    if len(_shelf) > _KEPT:
        _shelf.popitem(last=False)
