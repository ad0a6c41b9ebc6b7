"""Transitions of the match screen as a table: state, event, state afterwards, effects."""

from dataclasses import replace

import pytest

from companion.kernel.form import Draft
from companion.kernel.refusal import Judgement
from companion.match.entries import (
    Adjusted,
    Amended,
    Body,
    Edit,
    Entry,
    FactsEntered,
    Insert,
    Remove,
    Replace,
    Undone,
)
from companion.rulebook.ruling_cards import RulingCard
from companion.services.matches.results import (
    AlreadyRecorded,
    LookAlike,
    NotSaved,
    Overtaken,
    Recorded,
    Refused,
)
from companion.ui.views.report.interaction import (
    Choosing,
    DueList,
    Filling,
    InteractionState,
    JudgedStart,
    Mode,
    Panel,
    Previewing,
    Question,
    ShownRuling,
    Start,
    Submit,
    Tool,
)
from companion.ui.views.report.interaction_events import (
    BodySent,
    CardShown,
    ConsentAsked,
    DueListFinished,
    EditForeseen,
    EditsAdded,
    EditsOffered,
    Effect,
    Event,
    FollowUp,
    Foresee,
    FormChanged,
    FormFinished,
    FormOpened,
    FormReplaced,
    GoOn,
    HubAnswered,
    LayerChanged,
    MeaningsOffered,
    Notify,
    PastOpened,
    Press,
    ReplayChanged,
    SeatChosen,
    ToolOpened,
)
from companion.ui.views.report.report_form import Form
from companion.ui.views.report.transitions import update
from companion.ui.views.rulings.ruling_view import ShownCard
from tests.ui.city_match import BEGINNING, opened, report

State = InteractionState
DRAFT = Draft("move_figure", 0, {})
FORM = Form(DRAFT, "to")
FULL = Form(DRAFT.with_value("to", "fire_temple"), None, history=(DRAFT,))
WAITING = Draft("place_stone", 0, {})
LATER = Form(WAITING, "section")
CARD = ShownCard(RulingCard("refused", "No se puede"), draft=DRAFT)
STARTS = (JudgedStart(Start("move_figure"), None),)

REPORT = report("move_figure", to="fire_temple")
REMOVE, DROP = Remove(target="e-0001"), Remove(target="e-0002")
MATCH = opened()
SENT = Submit("s", REPORT)

IDLE = State()
DOUBT = State(mode=Mode.DOUBT)
BRANCH = State(mode=Mode.WHAT_IF)
FILLING = State(open=Filling(FORM, "s"))
FILLED = State(open=Filling(FULL, "s"))
REFUSED = replace(FILLED, ruling=ShownRuling(CARD))
CONSENTING = replace(FILLED, ruling=ShownRuling(CARD, True, "d-1"))
PREVIEW = State(preview=Previewing((REMOVE,)))
MENDING = replace(PREVIEW, mode=Mode.AMEND, entry="e-0002", open=Filling(FULL, "s"))
INSERTING = State(mode=Mode.INSERT, entry="e-0001", open=Filling(FULL, "s"))
ADJUSTING = State(open=Tool(Panel.ADJUST, "seat:0"))
PROBLEMS = State(open=Tool(Panel.UNSOUND))
ASKED = replace(FILLED, question=Question("duplicate", (), SENT))


def _entry(body: Body) -> Entry:
    return Entry(seq=1, id="e-0001", at=BEGINNING, body=body)


def _recorded(body: Body) -> HubAnswered:
    """Return the event of an entry that was recorded."""
    return HubAnswered(Recorded(MATCH, _entry(body), None), Submit("s", body), "new-1")


UNDONE, AMENDED = Undone(to="e-0001"), Amended(edits=(REMOVE,))
TYPED, ADJUSTED = FactsEntered(facts={"a": 1}), Adjusted()
TYPING = Insert(id="typed-1", before=None, body=TYPED)
VALUED = State(open=Filling(FULL, "s", typed=(TYPING,)))
"""Filled-in form with a printed value typed for it."""
OVER = HubAnswered(Overtaken(MATCH, (_entry(REPORT),)), Submit("u", UNDONE))
UNSAVED = HubAnswered(NotSaved("full"), SENT, said="No cabe")
LATE = HubAnswered(Refused(MATCH, Judgement(), None), SENT)

VALUED_SENT = replace(SENT, values=TYPED)


def _foresee(*edits: Edit, mode: Mode = Mode.REPORT) -> Foresee:
    return Foresee(State(mode=mode, preview=Previewing(edits)))


BY_HAND = State(open=Tool(Panel.BY_HAND))
LISTED = DueList("s", {"row": DRAFT}, typed=(TYPING,))
LISTING = State(open=LISTED)
BOTH = DueListFinished((REPORT, REPORT), ("new-1", "new-2"))
ALL_SENT = Submit("s", REPORT, values=TYPED, first=(REPORT,))
MADE = tuple(Insert(id=f"new-{n}", before=None, body=REPORT) for n in (1, 2))

TABLE: list[tuple[str, State, Event, State, tuple[Effect, ...]]] = [
    # What a text leaves to the table is counted until it is done
    ("by hand: counted", BY_HAND, _recorded(ADJUSTED), BY_HAND, ()),
    ("by hand: done", BY_HAND, _recorded(REPORT), IDLE, (FollowUp("move_figure", MATCH),)),
    # What is due, reported together
    ("list", IDLE, LayerChanged(LISTED), LISTING, ()),
    ("list: close", LISTING, Press.CLOSE, IDLE, ()),
    ("list: record", LISTING, BOTH, LISTING, (ALL_SENT,)),
    (
        "list: on a branch",
        replace(LISTING, mode=Mode.WHAT_IF),
        BOTH,
        replace(LISTING, mode=Mode.WHAT_IF),
        (_foresee(TYPING, *MADE, mode=Mode.WHAT_IF),),
    ),
    ("list: overtaken", LISTING, LATE, LISTING, (Notify("form.moved_on"),)),
    ("list: unsaved", LISTING, UNSAVED, State(open=replace(LISTED, trouble="No cabe")), ()),
    # What opens a layer
    ("open", IDLE, FormOpened(FORM, "s"), FILLING, ()),
    ("open all", IDLE, FormOpened(FORM, "s", True), State(open=Filling(FORM, "s", True)), ()),
    ("open over a panel", PROBLEMS, FormOpened(FORM, "s"), FILLING, ()),
    ("choose", IDLE, MeaningsOffered(STARTS), State(open=Choosing(STARTS)), ()),
    ("tool", IDLE, ToolOpened(Panel.UNSOUND, toggle=True), PROBLEMS, ()),
    ("tool again", PROBLEMS, ToolOpened(Panel.UNSOUND, toggle=True), IDLE, ()),
    ("tool from a form", FILLED, ToolOpened(Panel.UNSOUND, toggle=True), PROBLEMS, ()),
    ("tool from a tool", PROBLEMS, ToolOpened(Panel.ADJUST, "seat:0"), ADJUSTING, ()),
    (
        "other place",
        State(open=Tool(Panel.PLACE, "a")),
        ToolOpened(Panel.PLACE, "b", toggle=True),
        State(open=Tool(Panel.PLACE, "b")),
        (),
    ),
    (
        "past",
        PREVIEW,
        PastOpened(Mode.AMEND, "e-0002", Filling(FULL, "s")),
        MENDING,
        (),
    ),
    ("causes", IDLE, EditsOffered((REMOVE,)), PREVIEW, ()),
    # The form
    ("answer", FILLING, FormChanged(FULL), FILLED, ()),
    ("answer after a card", REFUSED, FormChanged(FORM), FILLING, ()),
    (
        "answer after trouble",
        State(open=Filling(FORM, "s", trouble="x")),
        FormChanged(FULL),
        FILLED,
        (),
    ),
    ("back", FILLED, Press.STEP_BACK, FILLING, ()),
    ("back from nothing", FILLING, Press.STEP_BACK, IDLE, ()),
    ("ask the seat", FILLED, Press.ASK_SEAT, State(open=Filling(FULL, "s", False, True)), ()),
    (
        "seat",
        State(open=Filling(FULL, "s", False, True)),
        SeatChosen(0, FORM),
        FILLING,
        (),
    ),
    ("seat of none", IDLE, SeatChosen(1), State(seat=1), ()),
    ("ask all", FILLING, Press.ASK_ALL, State(open=Filling(FORM, "s", True)), ()),
    ("ask all of nothing", IDLE, Press.ASK_ALL, IDLE, ()),
    # The card
    ("refuse", FILLED, CardShown(CARD), REFUSED, ()),
    ("refuse a touch", IDLE, CardShown(CARD), State(ruling=ShownRuling(CARD)), ()),
    ("consent", REFUSED, ConsentAsked("d-1"), CONSENTING, ()),
    ("consent to nothing", FILLED, ConsentAsked("d-1"), FILLED, ()),
    ("another refusal", CONSENTING, CardShown(CARD), REFUSED, ()),
    ("leave consent", REFUSED, Press.LEAVE_CONSENT, REFUSED, ()),
    ("amend", REFUSED, Press.GO_ON, FILLED, ()),
    (
        "ask something else",
        replace(REFUSED, mode=Mode.DOUBT),
        Press.GO_ON,
        replace(FILLING, mode=Mode.DOUBT),
        (),
    ),
    ("leave card", REFUSED, Press.LEAVE_CARD, FILLED, ()),
    ("remedy", REFUSED, FormReplaced(FORM, "new-1"), FILLING, ()),
    (
        "report first",
        REFUSED,
        FormReplaced(LATER, "new-1", (DRAFT,)),
        State(open=Filling(LATER, "new-1", resume=(DRAFT,))),
        (),
    ),
    (
        "duty of another",
        State(open=Filling(FULL, "s", thorough=True), ruling=ShownRuling(CARD)),
        FormReplaced(LATER, "new-1", (DRAFT,), anew=True),
        State(open=Filling(LATER, "new-1", resume=(DRAFT,))),
        (),
    ),
    # Closing
    ("out of a question", ASKED, Press.STEP_OUT, FILLED, ()),
    (
        "out of consent",
        CONSENTING,
        Press.STEP_OUT,
        replace(FILLED, ruling=ShownRuling(CARD, False, "d-1")),
        (),
    ),
    ("out of a card", REFUSED, Press.STEP_OUT, FILLED, ()),
    ("out of a form", FILLED, Press.STEP_OUT, IDLE, ()),
    ("out of a correction", MENDING, Press.STEP_OUT, PREVIEW, ()),
    ("out of nothing", PREVIEW, Press.STEP_OUT, PREVIEW, ()),
    ("close", ASKED, Press.CLOSE, IDLE, ()),
    ("close above edits", MENDING, Press.CLOSE, PREVIEW, ()),
    ("close edits", PREVIEW, Press.CLOSE, IDLE, ()),
    ("close a doubt", replace(FILLED, mode=Mode.DOUBT), Press.CLOSE, DOUBT, ()),
    ("close a doubt of the past", replace(INSERTING, mode=Mode.DOUBT), Press.CLOSE, IDLE, ()),
    ("close on a branch", replace(FILLED, mode=Mode.WHAT_IF), Press.CLOSE, BRANCH, ()),
    ("doubt", REFUSED, Press.SWITCH_DOUBT, replace(FILLED, mode=Mode.DOUBT), ()),
    ("doubt no more", DOUBT, Press.SWITCH_DOUBT, IDLE, ()),
    # Edits
    ("branch", FILLED, Press.BRANCH, BRANCH, ()),
    ("edit", IDLE, EditsAdded((REMOVE,)), IDLE, (Foresee(PREVIEW),)),
    (
        "second edit",
        PREVIEW,
        EditsAdded((DROP,)),
        PREVIEW,
        (Foresee(State(preview=Previewing((REMOVE, DROP)))),),
    ),
    ("edit that fits", IDLE, EditForeseen(PREVIEW, True), PREVIEW, ()),
    (
        "edit that does not fit",
        replace(FILLED, mode=Mode.WHAT_IF),
        EditForeseen(replace(PREVIEW, mode=Mode.WHAT_IF), False),
        BRANCH,
        (Notify("amend.unforeseen"),),
    ),
    (
        "take an edit back",
        State(preview=Previewing((REMOVE,), earlier=MENDING)),
        Press.TAKE_BACK,
        MENDING,
        (),
    ),
    ("take the first edit back", PREVIEW, Press.TAKE_BACK, IDLE, ()),
    (
        "undo on a branch",
        replace(BRANCH, preview=Previewing((REMOVE,), earlier=replace(BRANCH, open=FILLED.open))),
        Press.TAKE_BACK,
        BRANCH,
        (),
    ),
    ("throw away", MENDING, Press.THROW_AWAY, IDLE, ()),
    (
        "values that contradict",
        FILLED,
        ReplayChanged((REMOVE, DROP)),
        State(preview=Previewing((REMOVE, DROP), resume=(FULL.draft,))),
        (),
    ),
    # Printed values typed for a form
    ("record with its value", VALUED, FormFinished(REPORT, "new-1"), VALUED, (VALUED_SENT,)),
    (
        "doubt with a value",
        VALUED,
        Press.SWITCH_DOUBT,
        replace(VALUED, mode=Mode.DOUBT),
        (),
    ),
    (
        "replace with a value",
        replace(MENDING, open=VALUED.open),
        FormFinished(REPORT, "new-1"),
        replace(MENDING, open=VALUED.open),
        (_foresee(REMOVE, TYPING, Replace(target="e-0002", body=REPORT)),),
    ),
    (
        "insert with a value",
        replace(INSERTING, open=VALUED.open),
        FormFinished(REPORT, "new-1"),
        replace(INSERTING, open=VALUED.open),
        (_foresee(TYPING, Insert(id="new-1", before="e-0001", body=REPORT)),),
    ),
    (
        "report with a value on a branch",
        replace(VALUED, mode=Mode.WHAT_IF),
        FormFinished(REPORT, "new-1"),
        replace(VALUED, mode=Mode.WHAT_IF),
        (_foresee(TYPING, Insert(id="new-1", before=None, body=REPORT), mode=Mode.WHAT_IF),),
    ),
    (
        "value alone on a branch",
        BRANCH,
        BodySent(Submit("s", TYPED), "typed-1"),
        BRANCH,
        (_foresee(TYPING, mode=Mode.WHAT_IF),),
    ),
    (
        "take report and value back",
        State(preview=Previewing((TYPING, REMOVE), earlier=VALUED)),
        Press.TAKE_BACK,
        VALUED,
        (),
    ),
    ("close a value", VALUED, Press.CLOSE, IDLE, ()),
    ("step out of a value", VALUED, Press.STEP_OUT, IDLE, ()),
    ("throw a value away", replace(VALUED, preview=PREVIEW.preview), Press.THROW_AWAY, IDLE, ()),
    ("open another form", VALUED, FormOpened(FORM, "s"), FILLING, ()),
    (
        "value of a remedy",
        replace(VALUED, ruling=ShownRuling(CARD)),
        FormReplaced(FULL, "new-1"),
        VALUED,
        (),
    ),
    ("value of another seat", VALUED, SeatChosen(0, FULL), VALUED, ()),
    (
        "value that waits",
        replace(VALUED, ruling=ShownRuling(CARD)),
        FormReplaced(LATER, "new-1", (DRAFT,), anew=True),
        State(open=Filling(LATER, "new-1", resume=(DRAFT,), waiting=(TYPING,))),
        (),
    ),
    (
        "value that waited",
        State(open=Filling(LATER, "new-1", resume=(DRAFT,), waiting=(TYPING,))),
        replace(_recorded(REPORT), resumed=FULL, fresh="s"),
        VALUED,
        (),
    ),
    # What is recorded
    ("record", FILLED, FormFinished(REPORT, "new-1"), FILLED, (SENT,)),
    (
        "record without a form",
        State(ruling=ShownRuling(CARD)),
        FormFinished(REPORT, "new-1"),
        State(ruling=ShownRuling(CARD)),
        (Submit("new-1", REPORT),),
    ),
    (
        "replace",
        MENDING,
        FormFinished(REPORT, "new-1"),
        MENDING,
        (
            Foresee(
                State(preview=Previewing((REMOVE, Replace(target="e-0002", body=REPORT)))),
            ),
        ),
    ),
    (
        "insert",
        INSERTING,
        FormFinished(REPORT, "new-1"),
        INSERTING,
        (
            Foresee(
                State(preview=Previewing((Insert(id="new-1", before="e-0001", body=REPORT),))),
            ),
        ),
    ),
    (
        "report on a branch",
        BRANCH,
        FormFinished(REPORT, "new-1"),
        BRANCH,
        (
            Foresee(
                replace(
                    BRANCH,
                    preview=Previewing((Insert(id="new-1", before=None, body=REPORT),)),
                )
            ),
        ),
    ),
    (
        "adjust on a branch",
        BRANCH,
        BodySent(Submit("s", ADJUSTED), "new-1"),
        BRANCH,
        (
            Foresee(
                replace(
                    BRANCH,
                    preview=Previewing((Insert(id="new-1", before=None, body=ADJUSTED),)),
                )
            ),
        ),
    ),
    (
        "adopt a branch",
        BRANCH,
        BodySent(Submit("s", AMENDED), "new-1"),
        BRANCH,
        (Submit("s", AMENDED),),
    ),
    # What the hub answers
    ("recorded", FILLED, _recorded(REPORT), IDLE, (FollowUp("move_figure", MATCH),)),
    ("recorded doubtfully", replace(FILLED, mode=Mode.DOUBT), _recorded(REPORT), IDLE, ()),
    ("amended", PREVIEW, _recorded(AMENDED), IDLE, ()),
    ("undone below a form", REFUSED, _recorded(UNDONE), FILLED, ()),
    (
        "undone aloud",
        IDLE,
        replace(_recorded(UNDONE), request=Submit("s", UNDONE, "Deshecho")),
        IDLE,
        (Notify("Deshecho", key=False),),
    ),
    ("last problem", PROBLEMS, _recorded(ADJUSTED), IDLE, ()),
    ("more problems", PROBLEMS, replace(_recorded(ADJUSTED), unsound=True), PROBLEMS, ()),
    (
        "resume",
        State(open=Filling(FULL, "s", resume=(WAITING,))),
        replace(_recorded(REPORT), resumed=LATER),
        State(open=Filling(LATER, "new-1")),
        (),
    ),
    (
        "go on",
        State(preview=Previewing((REMOVE,), resume=(WAITING,))),
        replace(_recorded(AMENDED), resumed=LATER),
        State(open=Filling(LATER, "new-1")),
        (GoOn(MATCH),),
    ),
    ("typed", IDLE, _recorded(TYPED), IDLE, ()),
    (
        "twice",
        FILLED,
        HubAnswered(AlreadyRecorded(MATCH), SENT),
        IDLE,
        (Notify("form.already_recorded"),),
    ),
    (
        "look-alike",
        FILLED,
        HubAnswered(LookAlike(MATCH, _entry(REPORT)), SENT),
        replace(
            FILLED,
            question=Question("duplicate", (_entry(REPORT),), replace(SENT, anyway=True)),
        ),
        (),
    ),
    (
        "overtaken",
        IDLE,
        OVER,
        State(
            question=Question("overtaken", (_entry(REPORT),), Submit("u", UNDONE, anyway=True)),
        ),
        (),
    ),
    ("refused late", CONSENTING, replace(LATE, card=CARD), REFUSED, ()),
    ("moved on", PROBLEMS, LATE, IDLE, (Notify("form.moved_on"),)),
    ("unsaved form", FILLED, UNSAVED, State(open=Filling(FULL, "s", trouble="No cabe")), ()),
    (
        "unsaved edits",
        PREVIEW,
        UNSAVED,
        State(preview=Previewing((REMOVE,), trouble="No cabe")),
        (),
    ),
    (
        "unsaved adjustment",
        ADJUSTING,
        UNSAVED,
        State(open=Tool(Panel.ADJUST, "seat:0", "No cabe")),
        (),
    ),
    ("unsaved below a card", REFUSED, UNSAVED, REFUSED, (Notify("No cabe", key=False),)),
    ("unsaved elsewhere", PROBLEMS, UNSAVED, PROBLEMS, (Notify("No cabe", key=False),)),
]


@pytest.mark.parametrize(
    ("state", "event", "after", "effects"),
    [row[1:] for row in TABLE],
    ids=[row[0] for row in TABLE],
)
def test_transition(state: State, event: Event, after: State, effects: tuple[Effect, ...]) -> None:
    assert update(state, event) == (after, effects)


@pytest.mark.parametrize(
    ("state", "layer"),
    [
        (IDLE, type(None)),
        (BRANCH, type(None)),
        (PREVIEW, Previewing),
        (PROBLEMS, Tool),
        (MENDING, Filling),
        (REFUSED, ShownRuling),
        (replace(CONSENTING, question=ASKED.question), Question),
    ],
)
def test_topmost_layer_is_the_one_shown(state: State, layer: type) -> None:
    assert isinstance(state.top, layer)
