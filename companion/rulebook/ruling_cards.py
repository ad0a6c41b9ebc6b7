"""Verdicts ready to show: final words, without widgets."""

from dataclasses import dataclass

from companion.kernel.refusal import AnswerVerdict


@dataclass(frozen=True, slots=True)
class RuleRef:
    """Reference to a rule section: its id, its title and the titles of its ancestors."""

    id: str
    title: str
    path: tuple[str, ...] = ()

    @property
    def trail(self) -> str:
        """Return the breadcrumbs: "Colocar una pieza › Pago de una sección"."""
        return " › ".join(self.path or (self.title,))


@dataclass(frozen=True, slots=True)
class RulingNote:
    """Table ruling that a verdict depends on."""

    id: str
    text: str
    """Sentence with the ruling and the reading in force."""
    title: str
    reading: str
    why: str
    chosen: bool
    """True if the table chose it; False: it is the default."""
    other: str = ""
    """Sentence with the answer under another reading; empty: there is none."""

    @property
    def said(self) -> str:
        """Return the ruling with the answer under another reading."""
        return f"{self.text} {self.other}".strip()


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """Condition in the list of those checked."""

    code: str
    name: str
    verdict: str
    """Result: `holds`, `fails`, `unverified`, `remark`, `moot` or `untold`."""
    mark: str
    """Verdict in words: "se cumple"."""
    text: str
    """Details; empty if it simply holds, does not apply or is secret."""
    rules: tuple[RuleRef, ...]


@dataclass(frozen=True, slots=True)
class NoteLine:
    """Remark on an accepted action."""

    code: str
    text: str
    rules: tuple[RuleRef, ...]
    unverified: bool = False
    fact: str | None = None
    """Missing printed value that it depends on, if any."""
    ruling: RulingNote | None = None


@dataclass(frozen=True, slots=True)
class RulingCard:
    """Answer to a report or a doubt."""

    verdict: AnswerVerdict
    title: str
    """Title: "No se puede: abrir el pozo 5 de la Mina"."""
    facts: str = ""
    """Facts of this table, in one or two sentences."""
    remedies: tuple[str, ...] = ()
    """Proven remedies, to follow "Será legal si:"."""
    possible: tuple[str, ...] = ()
    """Remedies that rest on what is unknown or hidden, to follow "Puede que sea legal si:"."""
    until: str = ""
    """When it becomes legal, if nothing makes it legal before; empty if that is not certain."""
    rules: tuple[RuleRef, ...] = ()
    rulings: tuple[RulingNote, ...] = ()
    """Table rulings that the answer depends on."""
    overrulable: bool = False
    notes: tuple[NoteLine, ...] = ()
    checked: tuple[CheckedLine, ...] = ()
    code: str = ""

    @property
    def covered(self) -> bool:
        """Return whether it is a refusal whose condition is secret."""
        return self.verdict == "refused" and not self.code

    @property
    def ruling(self) -> RulingNote | None:
        """Return the first table ruling that the answer depends on."""
        return self.rulings[0] if self.rulings else None
