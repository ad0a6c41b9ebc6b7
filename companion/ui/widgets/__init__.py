"""Components of screens: accessible, keyed, with targets of at least 48 pixels.

They take words and callbacks; they know nothing of games or matches.
"""

from companion.toolkit.edges import outline
from companion.ui.widgets.bag_picker import BagItem, bag
from companion.ui.widgets.buttons import (
    close_button,
    icon_button,
    in_own_row,
    link_button,
    primary,
    secondary,
    stepper,
    text_button,
)
from companion.ui.widgets.chart import (
    Bar,
    ChartLine,
    People,
    SeatIdentity,
    bars,
    line_chart,
    seat_badge,
    seat_chip,
    seat_mark,
)
from companion.ui.widgets.choices import Option, choices
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
from companion.ui.widgets.messages import Tone, highlighted, message, nothing_yet, paragraphs
from companion.ui.widgets.panel import (
    card,
    expander,
    field_with_button,
    heading,
    panel,
    reading_group,
    section,
)
from companion.ui.widgets.pictures import (
    Picture,
    Sign,
    frame_style,
    sign,
    sign_on,
    svg_image,
    svg_of,
)
from companion.ui.widgets.qr import qr
from companion.ui.widgets.render_cache import (
    Centre,
    Flight,
    RenderCache,
    as_cached_part,
    cached_part,
    flying,
    moving,
)
from companion.ui.widgets.tappable import hold, tappable
from companion.ui.widgets.text_fields import number_field, search_field, text_field

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
    "close_button",
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
    "link_button",
    "message",
    "moving",
    "nothing_yet",
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
