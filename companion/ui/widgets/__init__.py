"""Components of screens: accessible, keyed, with targets of at least 48 pixels.

They take words and callbacks; they know nothing of games or matches.
"""

from companion.toolkit.edges import outline
from companion.ui.widgets.animation import Centre, Flight, flying, moving
from companion.ui.widgets.badge import People, SeatIdentity, seat_badge, seat_chip, seat_mark
from companion.ui.widgets.bars import Bar, bars
from companion.ui.widgets.chart import ChartLine, line_chart
from companion.ui.widgets.diagram import (
    Diagram,
    DiagramLine,
    DiagramTile,
    Mark,
    Shade,
    Shape,
    Spot,
    Tick,
    diagram,
)
from companion.ui.widgets.expander import expander
from companion.ui.widgets.inputs.bag_picker import BagItem, bag
from companion.ui.widgets.inputs.buttons import (
    icon_button,
    in_own_row,
    primary,
    secondary,
    text_button,
)
from companion.ui.widgets.inputs.choices import Option, choices
from companion.ui.widgets.inputs.press_and_hold import hold
from companion.ui.widgets.inputs.stepper import stepper
from companion.ui.widgets.inputs.tappable import tappable
from companion.ui.widgets.inputs.text_fields import number_field, search_field, text_field
from companion.ui.widgets.messages import Tone, message
from companion.ui.widgets.panel import (
    card,
    field_with_button,
    heading,
    panel,
    reading_group,
    section,
)
from companion.ui.widgets.pictures import Picture, Sign, sign, sign_on, svg_image, svg_of
from companion.ui.widgets.qr import qr
from companion.ui.widgets.render_cache import RenderCache, as_cached_part, cached_part
from companion.ui.widgets.rich_text import highlighted, paragraphs
from companion.ui.widgets.selection_frame import frame_style

__all__ = [
    "BagItem",
    "Bar",
    "Centre",
    "ChartLine",
    "Diagram",
    "DiagramLine",
    "DiagramTile",
    "Flight",
    "Mark",
    "Option",
    "People",
    "Picture",
    "RenderCache",
    "SeatIdentity",
    "Shade",
    "Shape",
    "Sign",
    "Spot",
    "Tick",
    "Tone",
    "as_cached_part",
    "bag",
    "bars",
    "cached_part",
    "card",
    "choices",
    "diagram",
    "expander",
    "field_with_button",
    "flying",
    "frame_style",
    "heading",
    "highlighted",
    "hold",
    "icon_button",
    "in_own_row",
    "line_chart",
    "message",
    "moving",
    "number_field",
    "outline",
    "panel",
    "paragraphs",
    "primary",
    "qr",
    "reading_group",
    "search_field",
    "seat_badge",
    "seat_chip",
    "seat_mark",
    "secondary",
    "section",
    "sign",
    "sign_on",
    "stepper",
    "svg_image",
    "svg_of",
    "tappable",
    "text_button",
    "text_field",
]
