"""Write down screens one below the other, so that what differs is easy to read."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from tests.golden.device import Device
from tests.golden.spoken import Line, written

_ALIKE = 0.4
"""Of a screen that has less in common with the one before, all is written."""
_CODE = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b")
_ID = re.compile(r"(?<=/)(?=[A-Za-z]*[0-9A-Z])[0-9A-Za-z]{12}(?=[/ ]|$)")
_REFUSED = re.compile(r"no se puede", re.IGNORECASE)
_LONGEST = 40
"""How much of a name stands in a title."""
_OFFERED = "se puede elegir"
"""What the board adds to the name of a place that answers; it comes before anything else."""
_ASIDE = re.compile(
    "Abrir disputa|Dejar de|Cerrar|Volver|Cancelar|Inicio|Anotar|Deshacer|Atrás|¿Quién lo hace"
    r"|\w+: \d"
)
"""What is not gone on with unless it is asked for: the last is a seat with what it has."""


class Sheet:
    """The text of one golden file."""

    def __init__(self, match_id: str = "") -> None:
        self._match_id = match_id
        self._parts: list[str] = []
        self._known: dict[tuple[str, ...], str] = {}

    def text(self) -> str:
        """Return all that was written."""
        return "\n".join(self._parts)

    def screen(self, title: str, device: Device) -> None:
        """Write a whole screen, or which earlier one says the same."""
        self._whole("=", title, device, self._said(device))

    def _whole(self, mark: str, title: str, device: Device, said: tuple[str, ...]) -> None:
        head = f"{mark * 4} {title} · {device.route}"
        if said in self._known:
            self._write(head, [f"(as {self._known[said]})"])
        else:
            self._known[said] = title
            self._write(head, said)

    async def follow(self, title: str, device: Device, steps: Iterable[str]) -> None:
        """Touch one thing after the other, and write what each of them changes on the screen.

        A step is a name, or its beginning. Of what came with the step before, `+` is the first that
        can be chosen, `+2` the second, and `!` the first that is greyed; `Name=text` types. What is
        not there ends it.
        """
        old: frozenset[str] = frozenset()
        for step in steps:
            before, names = self._said(device), _names(device)
            target, typed = _target_of(device, step, old)
            if target is None:
                self._write(f"---- {title} › {step}", ["(not there)"])
                return
            title += f" › «{_short(target.said)}»" + (f" = «{typed}»" if typed else "")
            route = device.route
            await (device.type(target, typed) if typed else device.touch(target))
            old = names
            self._change(title, device, before, device.route != route)

    def _change(self, title: str, device: Device, before: tuple[str, ...], went: bool) -> None:
        after = self._said(device)
        compared = SequenceMatcher(None, before, after, autojunk=False)
        if went or compared.ratio() < _ALIKE:
            self._whole("-", title, device, after)
            return
        changed: list[str] = []
        for kind, start, end, first, last in compared.get_opcodes():
            if kind != "equal":
                changed += [f"- {line}" for line in before[start:end]]
                changed += [f"+ {line}" for line in after[first:last]]
        known = self._known.setdefault(tuple(changed), title) if len(changed) > 2 else title
        said = changed or ["(nothing changes)"]
        self._write(f"---- {title}", said if known == title else [f"(as {known})"])

    def _write(self, head: str, lines: Iterable[str]) -> None:
        self._parts.append("\n".join((self._plain(head), *map(self._plain, lines), "")))

    def _plain(self, text: str) -> str:
        """Return a text without what is made up anew for each match, box or invitation."""
        text = text.replace(self._match_id, "M") if self._match_id else text
        return _ID.sub("#", _CODE.sub("····-····-····", text))

    def _said(self, device: Device) -> tuple[str, ...]:
        return tuple(map(self._plain, written(device.lines())))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…"


def _names(device: Device) -> frozenset[str]:
    return frozenset(line.said for line in device.targets())


def _target_of(device: Device, step: str, old: frozenset[str]) -> tuple[Line | None, str]:
    """Return what a step touches, and what it types there."""
    if "=" in step:
        name, _, text = step.partition("=")
        return device.find(name, "on_change"), text
    if step[0] not in "+!":
        return device.find(step), ""
    new = [line for line in device.targets() if line.said and line.said not in old]
    refused = [line for line in new if _REFUSED.search(line.said)]
    if step == "!":
        return next(iter(refused), None), ""
    legal = [line for line in new if line not in refused and not _ASIDE.match(line.said)]
    legal = [line for line in legal if _OFFERED in line.said] or legal
    return next(iter(legal[int(step[1:] or 1) - 1 :]), None), ""
