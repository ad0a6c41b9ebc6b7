"""State of one screen between renders, and the settings of its device."""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any, get_args
from uuid import uuid4

import flet as ft

from companion.rulebook.loader import AppWords
from companion.server.doors import Door, Visitor
from companion.server.lan_listener import LanListenerPolicy
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.listeners import Callback
from companion.services.sharing.shared_tables import NotJoined, device_id
from companion.services.storage.store import StoreError
from companion.services.transfer.incoming_data import PendingImports
from companion.toolkit.touch_guard import hear, report_route
from companion.ui import routes
from companion.ui.context import (
    SCALES,
    Installation,
    Settings,
    Theme,
)
from companion.ui.device import phone
from companion.ui.device.gestures import BACK, OPEN_KEY, Gestures
from companion.ui.device.inbox import Carrier, Inbox
from companion.ui.device.page_files import (
    FILE,
    FILES,
    GUEST_FILES,
    PHOTO,
    TAKES_KEY,
    PageFiles,
)
from companion.ui.device.page_storage import PageStorage, Unreadable
from companion.ui.drafts import draft_cache, snapshot
from companion.ui.drafts.draft_store import Drafts
from companion.ui.hooks import in_page
from companion.ui.notices import Notices
from companion.ui.panels.join_form import CLOSED_KEY, first_route
from companion.ui.routes import NavigationHistory
from companion.ui.scheduler import run_in_slices
from companion.ui.shell import scrolled_body

SETTINGS_KEY, SCALE_KEY, DEVICE_KEY = "settings", "text_scale", "device_key"


INVITED_KEY, SECURE_KEY = "invitation", "secure"
"""Keys written by the page's script: the link's code, and whether the browser trusts it."""


READS_KEY, READER_KEY = "reads_codes", "code_reader"
"""Keys of the code reader.

The first says whether the page can read codes, and is written by its script. The second holds the
request to it.
"""
CALM_KEY = "reduced_motion"
"""Key that says whether the system asks for less motion."""


BROUGHT_KEY, PARTS_KEY = "incoming", "code_parts"
"""Keys of the payload of a link and of an incomplete series of codes.

The page's script writes the first.
"""


SCROLLED_KEY = "scrolled"
"""Key of the route that was scrolled last, and how far; the page forgets it with its tab."""
_DRAWN, _LOOKS = 0.4, 8
"""Seconds between two looks for a screen that is being drawn again, and their number."""


RESCUED_KEY = "rescued_drafts"
"""Key of the drafts of a failed session that ended with its page."""


@dataclass(eq=False)
class Session:
    """State of one screen between renders. It holds no match: only the hub does."""

    page: ft.Page
    hub: Hub
    place: Installation
    words: AppWords
    lan_listener: LanListenerPolicy
    visitor: Visitor
    carrier: Carrier | None = None
    secure: bool = True
    """True if the browser trusts the address that it used."""
    reads: bool = False
    """True if its page can read codes with the camera."""
    takes_files: bool = False
    """True if its page can choose a file, and make a photo small."""
    subscriptions: dict[Callable[[], None], str] = field(default_factory=dict)
    """Functions that end a subscription, with the match of each."""
    client: Client | None = None
    scrolled: Any = None
    """Route that was scrolled last, and how far, as the page keeps it."""
    attended: str = ""
    """Match on the screen, also while its client is away."""
    leave: Callable[[], None] | None = None
    """Callback that reports that nobody looks at it any more."""
    kept: PageStorage = field(default_factory=lambda: PageStorage(ft.SharedPreferences()))
    """Storage of its page."""
    drafts: Drafts | None = None
    """Drafts of this device."""
    inbox: Inbox = field(init=False)
    gestures: Gestures = field(init=False)
    photos: PageFiles = field(init=False)
    files: PageFiles = field(init=False)
    notices: Notices = field(init=False)
    trail: NavigationHistory = field(init=False)

    def __post_init__(self) -> None:
        self.trail = NavigationHistory(self.page.route or routes.HOME)
        hear(self.page, self._heard)
        self.notices = Notices(self.page)
        self.gestures = Gestures(
            lambda open_: in_page(self.page, self.kept.try_put, OPEN_KEY, open_)
        )
        self.photos = PageFiles(
            lambda request: in_page(self.page, self.kept.try_put, PHOTO, request)
        )
        self.files = PageFiles(
            lambda request: in_page(self.page, self.kept.try_put, FILE, request),
            FILES if self.visitor.door is Door.OWN else GUEST_FILES,
        )
        self.inbox = Inbox(
            lambda parts: in_page(self.page, self.kept.try_put, PARTS_KEY, list(parts))
        )

    def go(self, route: str) -> None:
        """Open a route."""
        if route == self.page.route:
            return
        self.trail.go(route)
        self._show(route)

    def replace(self, route: str) -> None:
        """Open a route in place of the current one."""
        self.trail.replace(route)
        self._show(route)

    def back(self, otherwise: str) -> None:
        """Go back to the previous route."""
        self._show(self.trail.back(otherwise))

    def behind(self) -> str:
        """Return the route to which going back leads."""
        return self.trail.behind

    def _show(self, route: str) -> None:
        """Render a route at once, and let the address of the page follow.

        Flet renders when the page reports its new address, and that waits for a frame of the old
        screen.
        """
        in_page(self.page, self._shown_first, route)

    async def _shown_first(self, route: str) -> None:
        self.trail.came(route)
        await report_route(self.page, route)
        # The change that this has caused is rendered first.
        await asyncio.sleep(0)
        self.page.navigate(route)

    def _heard(self, name: str, data: Any) -> None:
        if name == "route_change" and isinstance(data, dict):
            self.trail.came(str(data.get("route", "")))

    def notify(self, text: str) -> None:
        """Show a brief notice."""
        self.notices.say(text)

    def open_client(self, key: str) -> Client:
        """Return the hub within the access scope of the device with this key."""
        owner = self.visitor.door is Door.OWN
        address = self.visitor.address
        self.client = Client(self.hub, device_id(key), owner=owner, address=address)
        self.drafts = Drafts(self.hub, self.client)
        return self.client

    async def recall(self, client: Client) -> None:
        """Resume the incoming data that was pending when the page was reloaded."""
        await run_in_slices(self.inbox.recalling(PendingImports(self.hub.store, client)))

    async def follow_invitation(self) -> None:
        """Join by the code in the link of the page, once."""
        code = await self.kept.read(INVITED_KEY)
        if not isinstance(code, str) or not code or self.client is None:
            return
        await self.kept.try_remove(INVITED_KEY)
        if self.client.owner:
            return
        try:
            joined = self.client.seating.join(code)
        except StoreError as error:
            self.notify(self.words(f"store.{error.code}"))
            return
        if isinstance(joined, NotJoined):
            self.go(routes.join(joined.code))
        else:
            self.go(first_route(self.client, joined))

    async def receive(self) -> None:
        """Receive the payload of a link of the page."""
        if self.carrier:
            return
        texts = await self.kept.read(BROUGHT_KEY)
        if isinstance(texts, list) and texts:
            await self.kept.try_remove(BROUGHT_KEY)
            await self.bring([text for text in texts if isinstance(text, str)])

    def listen(self) -> None:
        """Receive links and files while the app is open."""
        carrier = self.carrier
        if carrier is None:
            return

        async def bring(text: str) -> None:
            try:
                await self.bring([text])
            finally:
                # Remove it even after a failure. Otherwise it would fail again at every start.
                carrier.taken(text)

        async def open_file(data: bytes) -> None:
            if self.client:
                await run_in_slices(self.inbox.taking_file(self.client, data))
                self.go(routes.RECEIVE)

        carrier.listen(lambda text: in_page(self.page, bring, text))
        carrier.listen_files(lambda data: in_page(self.page, open_file, data))

    async def bring(self, texts: Sequence[str]) -> None:
        """Receive links and codes, and show the result."""
        if self.client and texts:
            await run_in_slices(self.inbox.taking(self.client, texts))
            self.go(routes.RECEIVE)

    def read_codes(self) -> None:
        """Ask the page to read codes; they arrive like the payloads of links."""
        in_page(
            self.page,
            self.kept.try_put,
            READER_KEY,
            phone.reader_request(self.inbox.arrivals, self.words),
        )

    def subscribe(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """Subscribe as `Hub.subscribe` does; closing the session ends the subscription."""
        unsubscribe = self.hub.matches.subscribe(match_id, callback)
        self.attend(match_id)

        def end() -> None:
            unsubscribe()
            self.subscriptions.pop(end, None)
            if match_id == self.attended and match_id not in self.subscriptions.values():
                self.attend("")

        self.subscriptions[end] = match_id
        return end

    def attend(self, match_id: str) -> None:
        """Report to the others at a match that somebody looks at it here."""
        if match_id != self.attended:
            self.away()
        self.attended = match_id
        # A device that joins only later has to report its arrival then.
        if self.leave is None and self.client and match_id and self.client.role(match_id):
            self.leave = self.client.seating.arrive(match_id)

    def away(self) -> None:
        """Report to the others that nobody looks at it here any more."""
        leave, self.leave = self.leave, None
        if leave:
            leave()

    def last_words(self) -> str:
        """Return the route of a failed session, and drop the change that broke it.

        The address in the browser may still be that of the screen before.
        """
        here = self.page.route or routes.HOME
        if self.client:
            device = self.client.device
            draft_cache.take_back(device, phone.match_of(here))
            if self.carrier:
                self.carrier.rescue(snapshot.packed(device))
        return here

    async def stumbled(self, client: Client) -> str:
        """Return the route of a repeatedly failing screen that this session replaces.

        A first failure is only mentioned in a notice.
        """
        failed = phone.read(await self.kept.read(phone.KEY))
        if not failed:
            return ""
        if self.carrier:
            snapshot.unpack(await self.kept.read(RESCUED_KEY), client)
            await self.kept.try_remove(RESCUED_KEY)
        for route in phone.twice(failed):
            draft_cache.forget(client.device, phone.match_of(route))
        in_page(self.page, self._calm)
        if phone.same(self.page.route or "/") != failed[-1]:
            return failed[-1]
        self.notify(self.words("failing.reopened"))
        return ""

    async def _calm(self) -> None:
        await asyncio.sleep(phone.CALM)
        await self.kept.try_remove(phone.KEY)

    def note_scroll(self, event: ft.OnScrollEvent) -> None:
        """Note how far the screen was scrolled, for a page that has to reload."""
        self.scrolled = json.dumps([self.page.route, round(event.pixels)])
        in_page(self.page, self.kept.try_put, SCROLLED_KEY, self.scrolled)

    async def scroll_back(self) -> None:
        """Scroll to where the screen was before its page had to reload."""
        with suppress(ValueError, TypeError):
            route, pixels = json.loads(self.scrolled)
            for _ in range(_LOOKS):
                await asyncio.sleep(_DRAWN)
                body = scrolled_body(self.page) if route == self.page.route else None
                if body and isinstance(pixels, int) and pixels > 0:
                    # The page may be away again, or show another screen by now.
                    with suppress(Exception):
                        await asyncio.wait_for(body.scroll_to(offset=pixels), _DRAWN * _LOOKS)
                    return

    def close(self) -> None:
        """End what the screens of this session left open."""
        self.kept.close()
        if self.drafts:
            self.drafts.close()
        self.away()
        for end in tuple(self.subscriptions):
            end()

    async def gesture(self, what: object) -> None:
        """Handle a gesture on the page as a whole."""
        if self.gestures.came(what):
            # Wait for the next render: there may still be something open below.
            await asyncio.sleep(0)
            self.gestures.tell()
        elif what == BACK:
            # The page assumed that something was open and kept the browser where it was, so go back
            # here.
            self.back(routes.HOME)

    async def photo(self, data: object) -> None:
        """Take one more piece of a photo."""
        self.photos.came(data)

    async def file(self, data: object) -> None:
        """Take one more piece of a file."""
        self.files.came(data)

    def pick(self, then: Callable[[bytes], None]) -> None:
        """Let a person choose a file; say so if it is too large."""
        said = self.words("import.too_large", limit=self.files.limits.most // 1_000_000)
        self.files.choose(then, lambda: self.notify(said))

    def shown(self, whole: bool) -> None:
        """Note that a screen or its placeholder was sent; report a whole one to the carrier."""
        if whole and self.carrier:
            self.carrier.shown()

    async def load(self) -> tuple[Settings, str]:
        """Return the settings and key of this device; a new device gets a key.

        Raises:
            SessionEnded: the session was over before the page answered.
        """
        keys = (SETTINGS_KEY, SCALE_KEY, SECURE_KEY, READS_KEY, TAKES_KEY, PARTS_KEY, CALM_KEY)
        kept, scale, secure, reads, takes, parts, calm, self.scrolled, key = await asyncio.gather(
            *map(self.kept.read, (*keys, SCROLLED_KEY)), self._key()
        )
        self.inbox.resume(parts)
        self.secure = secure is not False
        self.reads = reads is True
        self.takes_files = takes is True
        self.calm = calm is True
        await self.kept.try_put(CLOSED_KEY, False)
        return read_settings(kept, scale), key

    async def _key(self) -> str:
        """Return the key of this device. An existing one is never overwritten."""
        try:
            key = await self.kept.get(DEVICE_KEY)
            if not isinstance(key, str) or not key:
                await self.kept.put(DEVICE_KEY, uuid4().hex)
                # Another page of this device may have stored a key at the same time, so read it
                # again.
                key = await self.kept.get(DEVICE_KEY)
        except Unreadable:
            key = None
        return key if isinstance(key, str) and key else uuid4().hex

    async def save(self, settings: Settings) -> None:
        """Store the settings of this device."""
        values = asdict(settings)
        values |= dict(values.pop("habits"))
        await self.kept.try_put(SCALE_KEY, values.pop("text_scale"))
        await self.kept.try_put(SETTINGS_KEY, json.dumps(values))


def read_settings(kept: object, scale: object) -> Settings:
    """Parse the stored settings; unreadable ones take their defaults."""
    try:
        values = json.loads(kept) if isinstance(kept, str) else {}
    except ValueError:
        values = {}
    settings = Settings()
    if not isinstance(values, dict):
        return settings
    if values.get("theme") in get_args(Theme):
        settings = replace(settings, theme=values["theme"])
    # The remaining string values are habits of single games, stored by name next to the common
    # settings.
    habits = tuple(
        (name, value)
        for name, value in sorted(values.items())
        if isinstance(value, str) and name not in vars(settings)
    )
    switches = (name for name, default in vars(settings).items() if type(default) is bool)
    flags = {name: values[name] for name in switches if type(values.get(name)) is bool}
    percent = scale if isinstance(scale, int) else 100
    return replace(
        settings, habits=habits, **flags, text_scale=min(max(percent, SCALES[0]), SCALES[-1])
    )
