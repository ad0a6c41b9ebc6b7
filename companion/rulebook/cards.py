"""What a screen shows of a verdict: ready words, no widgets, nothing left to look up."""

from dataclasses import dataclass

from companion.kernel.refusal import AnswerVerdict


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A rule section to open, by id, with its title and the titles of what it is part of."""

    id: str
    title: str
    path: tuple[str, ...] = ()

    @property
    def trail(self) -> str:
        """ "Colocar una pieza › Pago de una sección"."""
        return " › ".join(self.path or (self.title,))


@dataclass(frozen=True, slots=True)
class RulingNote:
    """The table ruling that a verdict rests on."""

    id: str
    text: str
    """One sentence that names the ruling and the reading in force."""
    title: str
    reading: str
    why: str
    chosen: bool
    """Whether the table chose it; else it is the default."""
    other: str = ""
    """What the answer would be under another reading, in a sentence; empty: no other."""

    @property
    def said(self) -> str:
        """The ruling with what another reading would say."""
        return f"{self.text} {self.other}".strip()


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """One condition in the list of what was checked."""

    code: str
    name: str
    verdict: str
    """holds, fails, unverified, remark, moot or untold."""
    mark: str
    """The verdict in words: "se cumple"."""
    text: str
    """What there is to say about it; empty when it simply holds, does not apply or is kept."""
    rules: tuple[RuleRef, ...]


@dataclass(frozen=True, slots=True)
class NoteLine:
    """Something said beside an accepted action."""

    code: str
    text: str
    rules: tuple[RuleRef, ...]
    unverified: bool = False
    fact: str | None = None
    """The printed value that is missing, if that is what it depends on."""
    ruling: RulingNote | None = None


@dataclass(frozen=True, slots=True)
class RulingCard:
    """The answer to a report or a doubt."""

    verdict: AnswerVerdict
    title: str
    """ "No se puede: abrir el pozo 5 de la Mina"."""
    facts: str = ""
    """The facts of this table, as one or two sentences."""
    remedies: tuple[str, ...] = ()
    """What makes it legal, each proved, to be read after "Será legal si:"."""
    until: str = ""
    """From when it can be, where nothing makes it legal before; empty where that is not certain."""
    rules: tuple[RuleRef, ...] = ()
    rulings: tuple[RulingNote, ...] = ()
    """The table rulings that the answer rests on."""
    overrulable: bool = False
    notes: tuple[NoteLine, ...] = ()
    checked: tuple[CheckedLine, ...] = ()
    code: str = ""

    @property
    def covered(self) -> bool:
        """Whether it is not said by which condition it is refused."""
        return self.verdict == "refused" and not self.code

    @property
    def ruling(self) -> RulingNote | None:
        """The first table ruling that the answer rests on."""
        return self.rulings[0] if self.rulings else None
