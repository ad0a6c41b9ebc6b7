"""What one screen keeps between renderings, and how its device is set."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, get_args
from uuid import uuid4

import flet as ft

from companion.rulebook.loader import AppWords
from companion.server.opening import Doorkeeper
from companion.server.visitors import Door, Visitor
from companion.table.hub import Hub
from companion.table.listeners import Callback
from companion.table.sharing import NotJoined, device_id
from companion.table.store import StoreError
from companion.table.visit import Visit
from companion.table.waiting import Waiting
from companion.toolkit.hearing import hear
from companion.ui import routes
from companion.ui.context import (
    SCALES,
    Place,
    Settings,
    Theme,
)
from companion.ui.device import camera, recent_failures
from companion.ui.device.gestures import BACK, OPEN_KEY, Gestures
from companion.ui.device.inbox import Carrier, Inbox
from companion.ui.device.page_storage import PageStorage, Unreadable
from companion.ui.drafts import shelf, snapshot
from companion.ui.drafts.persisted import Drafts
from companion.ui.hooks import in_page
from companion.ui.notices import Notices
from companion.ui.panels.joining import CLOSED_KEY, first_route
from companion.ui.slices import worked
from companion.ui.trail import Trail

SETTINGS_KEY, SCALE_KEY, DEVICE_KEY = "settings", "text_scale", "device_key"


INVITED_KEY, SECURE_KEY = "invitation", "secure"
"""Written by our script in the page: the code of the link, and whether the browser trusts it."""


READS_KEY, READER_KEY = "reads_codes", "code_reader"
"""Whether the page can read codes, which our script writes; and what it is asked to read."""
CALM_KEY = "reduced_motion"
"""Whether the system asks for less motion."""


BROUGHT_KEY, PARTS_KEY = "incoming", "code_parts"
"""What a link of the page carried, written by our script too; and the codes of a row half read."""


RESCUED_KEY = "rescued_drafts"
"""What was half filled in when a session failed that went with its page."""


@dataclass(eq=False)
class Session:
    """What one screen keeps between renderings. Nothing of a match: the hub alone knows those."""

    page: ft.Page
    hub: Hub
    place: Place
    words: AppWords
    door: Doorkeeper
    visitor: Visitor
    carrier: Carrier | None = None
    secure: bool = True
    """Whether the browser trusts the address by which it came."""
    reads: bool = False
    """Whether its page can read codes with the camera."""
    subscriptions: dict[Callable[[], None], str] = field(default_factory=dict)
    """What ends each, and the match it follows."""
    visiting: Visit | None = None
    attended: str = ""
    """The match on the screen, also while its client is away."""
    leave: Callable[[], None] | None = None
    """Says that nobody looks at it any more."""
    kept: PageStorage = field(default_factory=lambda: PageStorage(ft.SharedPreferences()))
    """What its page keeps."""
    drafts: Drafts | None = None
    """What is half filled in on this device."""
    inbox: Inbox = field(init=False)
    gestures: Gestures = field(init=False)
    notices: Notices = field(init=False)
    trail: Trail = field(init=False)

    def __post_init__(self) -> None:
        self.trail = Trail(self.page.route or routes.HOME)
        hear(self.page, self._heard)
        self.notices = Notices(self.page)
        self.gestures = Gestures(
            lambda open_: in_page(self.page, self.kept.try_put, OPEN_KEY, open_)
        )
        self.inbox = Inbox(
            lambda parts: in_page(self.page, self.kept.try_put, PARTS_KEY, list(parts))
        )

    def go(self, route: str) -> None:
        """Opens a route."""
        if route == self.page.route:
            return
        self.trail.go(route)
        self.page.navigate(route)

    def replace(self, route: str) -> None:
        """Opens a route in the place of the one that is open."""
        self.trail.replace(route)
        self.page.navigate(route)

    def back(self, otherwise: str) -> None:
        """Goes back to where one came from."""
        self.page.navigate(self.trail.back(otherwise))

    def _heard(self, name: str, data: Any) -> None:
        if name == "route_change" and isinstance(data, dict):
            self.trail.came(str(data.get("route", "")))

    def notify(self, text: str) -> None:
        """Says something in passing."""
        self.notices.say(text)

    def visit(self, key: str) -> Visit:
        """The hub, as far as the device with this key reaches."""
        owner = self.visitor.door is Door.OWN
        address = self.visitor.address
        self.visiting = Visit(self.hub, device_id(key), owner=owner, address=address)
        self.drafts = Drafts(self.hub, self.visiting)
        return self.visiting

    async def recall(self, visit: Visit) -> None:
        """Goes on with what waited on this device when its page was loaded anew."""
        await worked(self.inbox.recalling(Waiting(self.hub, visit)))

    async def follow_invitation(self) -> None:
        """Comes in by the code that the link of the page carried, once."""
        code = await self.kept.read(INVITED_KEY)
        if not isinstance(code, str) or not code or self.visiting is None:
            return
        await self.kept.try_remove(INVITED_KEY)
        if self.visiting.owner:
            return
        try:
            found = self.visiting.join(code)
        except StoreError as error:
            self.notify(self.words(f"store.{error.code}"))
            return
        if isinstance(found, NotJoined):
            self.go(routes.join(found.code))
        else:
            self.go(first_route(self.visiting, found))

    async def receive(self) -> None:
        """Takes in what a link of the page carried."""
        if self.carrier:
            return
        texts = await self.kept.read(BROUGHT_KEY)
        if isinstance(texts, list) and texts:
            await self.kept.try_remove(BROUGHT_KEY)
            await self.bring([text for text in texts if isinstance(text, str)])

    def listen(self) -> None:
        """Takes in what links carry while the app is open."""
        carrier = self.carrier
        if carrier is None:
            return

        async def bring(text: str) -> None:
            try:
                await self.bring([text])
            finally:
                # What fails once would fail at every start.
                carrier.taken(text)

        async def open_file(data: bytes) -> None:
            if self.visiting:
                await worked(self.inbox.taking_file(self.visiting, data))
                self.go(routes.RECEIVE)

        carrier.listen(lambda text: in_page(self.page, bring, text))
        carrier.listen_files(lambda data: in_page(self.page, open_file, data))

    async def bring(self, texts: Sequence[str]) -> None:
        """Takes in links and codes, and shows what came of them."""
        if self.visiting and texts:
            await worked(self.inbox.taking(self.visiting, texts))
            self.go(routes.RECEIVE)

    def read_codes(self) -> None:
        """Has the page read codes; what it reads comes as what links carry does."""
        in_page(
            self.page, self.kept.try_put, READER_KEY, camera.asked(self.inbox.arrivals, self.words)
        )

    def subscribe(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """As `Hub.subscribe`; what a closed session left behind is ended with it."""
        unsubscribe = self.hub.subscribe(match_id, callback)
        self.attend(match_id)

        def end() -> None:
            unsubscribe()
            self.subscriptions.pop(end, None)
            if match_id == self.attended and match_id not in self.subscriptions.values():
                self.attend("")

        self.subscriptions[end] = match_id
        return end

    def attend(self, match_id: str) -> None:
        """Lets the others at a match see that somebody looks at it here."""
        if match_id != self.attended:
            self.away()
        self.attended = match_id
        # Who is let in only later has to arrive then.
        if self.leave is None and self.visiting and match_id and self.visiting.role(match_id):
            self.leave = self.visiting.arrive(match_id)

    def away(self) -> None:
        """Lets the others see that nobody looks at it here any more."""
        leave, self.leave = self.leave, None
        if leave:
            leave()

    def last_words(self) -> str:
        """Where a session was that has failed; what broke it is not kept for the next one.

        The address in the browser may still be that of the screen before.
        """
        here = self.page.route or routes.HOME
        if self.visiting:
            device = self.visiting.device
            shelf.take_back(device, recent_failures.match_of(here))
            if self.carrier:
                self.carrier.rescue(snapshot.packed(device))
        return here

    async def stumbled(self, visit: Visit) -> str:
        """The route of a screen that fails again and again, if this session stands in its place.

        Of one that failed for the first time only a line is said.
        """
        failed = recent_failures.read(await self.kept.read(recent_failures.KEY))
        if not failed:
            return ""
        if self.carrier:
            snapshot.unpack(await self.kept.read(RESCUED_KEY), visit)
            await self.kept.try_remove(RESCUED_KEY)
        for route in recent_failures.twice(failed):
            shelf.forget(visit.device, recent_failures.match_of(route))
        in_page(self.page, self._calm)
        if recent_failures.same(self.page.route or "/") != failed[-1]:
            return failed[-1]
        self.notify(self.words("failing.reopened"))
        return ""

    async def _calm(self) -> None:
        await asyncio.sleep(recent_failures.CALM)
        await self.kept.try_remove(recent_failures.KEY)

    def close(self) -> None:
        """Ends what the screens of this session left open."""
        self.kept.close()
        if self.drafts:
            self.drafts.close()
        self.away()
        for end in tuple(self.subscriptions):
            end()

    async def gesture(self, what: object) -> None:
        """Does what somebody does with the page as a whole."""
        if self.gestures.came(what):
            # What lay beneath may be open still.
            await asyncio.sleep(0)
            self.gestures.tell()
        elif what == BACK:
            # The page was mistaken, and has kept the browser where it was.
            self.back(routes.HOME)

    def shown(self, whole: bool) -> None:
        """Notes that a screen was sent, a whole one or what stands there until then."""
        if whole and self.carrier:
            self.carrier.shown()

    async def load(self) -> tuple[Settings, str]:
        """How this device is set, and its key; a device that never was here gets one.

        Raises:
            SessionEnded: the session was over before the page answered.
        """
        told = (SETTINGS_KEY, SCALE_KEY, SECURE_KEY, READS_KEY, PARTS_KEY, CALM_KEY)
        kept, scale, secure, reads, parts, calm, key = await asyncio.gather(
            *map(self.kept.read, told), self._key()
        )
        self.inbox.resume(parts)
        self.secure = secure is not False
        self.reads = reads is True
        self.calm = calm is True
        await self.kept.try_put(CLOSED_KEY, False)
        return read_settings(kept, scale), key

    async def _key(self) -> str:
        """The key of this device. One that may be there is never written over."""
        try:
            key = await self.kept.get(DEVICE_KEY)
            if not isinstance(key, str) or not key:
                await self.kept.put(DEVICE_KEY, uuid4().hex)
                # Another page of the device may have been as quick.
                key = await self.kept.get(DEVICE_KEY)
        except Unreadable:
            key = None
        return key if isinstance(key, str) and key else uuid4().hex

    async def save(self, settings: Settings) -> None:
        """Keeps how this device is set."""
        values = asdict(settings)
        values |= dict(values.pop("habits"))
        await self.kept.try_put(SCALE_KEY, values.pop("text_scale"))
        await self.kept.try_put(SETTINGS_KEY, json.dumps(values))


def read_settings(kept: object, scale: object) -> Settings:
    """The settings from what the device keeps; what cannot be read takes its default."""
    try:
        values = json.loads(kept) if isinstance(kept, str) else {}
    except ValueError:
        values = {}
    found = Settings()
    if not isinstance(values, dict):
        return found
    if values.get("theme") in get_args(Theme):
        found = replace(found, theme=values["theme"])
    # Beside the settings of every device stand what its games leave to it, each by its own name.
    habits = tuple(
        (name, value)
        for name, value in sorted(values.items())
        if isinstance(value, str) and name not in vars(found)
    )
    names = ("sound", "haptics", "keep_awake", "motion")
    flags = {name: values[name] for name in names if type(values.get(name)) is bool}
    percent = scale if isinstance(scale, int) else 100
    return replace(
        found, habits=habits, **flags, text_scale=min(max(percent, SCALES[0]), SCALES[-1])
    )
