"""Diagrams beside the rules of Blue Moon: the two areas, a fight."""

from collections.abc import Iterator

from companion.ui.widgets import Diagram, DiagramLine, DiagramTile, Mark, Shade, Shape, Spot


def _areas() -> Iterator[Shape]:
    # Combat area with its covered cards, and support area.
    yield DiagramTile(2, 2, 160, 116, Shade.FAINT, round_by=10)
    yield DiagramTile(172, 2, 104, 116, Shade.FAINT, round_by=10)
    for n in range(2):
        yield DiagramTile(14 + n * 12, 12 + n * 4, 52, 74)
    yield DiagramTile(46, 24, 56, 82, Shade.LIT, "4")
    yield DiagramTile(106, 44, 46, 62, Shade.OTHER, "+2")
    for n in range(2):
        yield DiagramTile(182 + n * 44, 28, 40, 62, Shade.OTHER, "+1")


def _fight() -> Iterator[Shape]:
    for n, power in enumerate(("3", "5", "5", "7")):
        x, mine = 6 + n * 66, n % 2 == 0
        yield DiagramTile(x, 4 if mine else 66, 44, 56, Shade.LIT if mine else Shade.OTHER, power)
        if n < 3:
            begin = (x + 40, 62) if mine else (x + 40, 64)
            yield DiagramLine((begin, (x + 62, 74 if mine else 50)), arrow=True)
    yield DiagramLine(((226, 62), (246, 30)), arrow=True)
    yield Spot(256, 20, 14, Shade.FAINT)
    yield Mark(256, 20, "?", 18)


DRAWINGS = {
    "areas": Diagram(280, 120, tuple(_areas())),
    "fight": Diagram(280, 126, tuple(_fight())),
}
