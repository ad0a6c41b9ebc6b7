"""Addresses of this machine by interface, the likeliest one for the phones at the table first."""

import ctypes
import ipaddress
import re
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

# Addresses that need not exist: only the route to them is looked up.
_FAR_AWAY = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")


class Network(StrEnum):
    """Kind of network that an interface leads to, likeliest for the phones of a table first."""

    HOTSPOT = "hotspot"
    """Wi-Fi that this machine itself offers: it was turned on for others."""
    WIFI = "wifi"
    OTHER = "other"
    WIRED = "wired"
    VIRTUAL = "virtual"
    """Bridge to containers or virtual machines."""
    TUNNEL = "tunnel"
    """Private network that reaches this machine through another one."""
    UNROUTED = "unrouted"
    """Address that a machine gives itself where nobody assigns any."""


_RANK = {kind: rank for rank, kind in enumerate(Network)} | {Network.WIRED: 2}
_NAMES: tuple[tuple[Network, str], ...] = (
    (Network.TUNNEL, r"tun|tap|utun|wg|ppp|ipsec|tailscale|zt|nordlynx|proton|gpd|cscotun|.*vpn"),
    (Network.VIRTUAL, r"docker|br-|virbr|veth|vmnet|vboxnet|lx[cd]|cni|flannel|podman|incus|way"),
    (Network.WIFI, r"wl|wifi|wi-fi|ath\d|ap\d|uap|p2p|swlan"),
    (Network.WIRED, r"eth|en[opsx]|em\d|usb"),
)
_SHARED = re.compile(r"10\.42\.\d+\.1|192\.168\.137\.1|192\.168\.2\.1")
"""Addresses that Linux, Windows and macOS take where they share their own connection."""


@dataclass(frozen=True)
class LocalAddress:
    """Address of this machine on one of its interfaces."""

    interface: str
    """Name of the interface; empty where the system tells none."""
    host: str
    point_to_point: bool = False

    @cached_property
    def network(self) -> Network:
        """Return the kind of its network."""
        if ipaddress.ip_address(self.host).is_link_local:
            return Network.UNROUTED
        named = (kind for kind, names in _NAMES if re.match(names, self.interface, re.IGNORECASE))
        kind = next(named, Network.TUNNEL if self.point_to_point else Network.OTHER)
        gateway = kind is Network.WIFI and self.host.endswith(".1")
        offered = kind in (Network.WIFI, Network.OTHER) and _SHARED.fullmatch(self.host)
        return Network.HOTSPOT if gateway or offered else kind


def ranked(
    addresses: Iterable[LocalAddress], routed: str | None = None
) -> tuple[LocalAddress, ...]:
    """Return the addresses by which phones may come in, the likeliest first.

    A globally reachable address is not used unless it is configured explicitly. Neither is one that
    a browser cannot open: an IPv6 address that holds for one interface only. Where an interface has
    an IPv4 address, that one is enough.

    Args:
        addresses: those of this machine.
        routed: the one that the system uses for other networks; None: it reaches none.
    """
    usable = {one.host: one for one in addresses if _is_usable(one.host)}
    named = {one.interface for one in usable.values() if ":" not in one.host}
    shown = [one for one in usable.values() if ":" not in one.host or one.interface not in named]

    def key(one: LocalAddress) -> tuple[int, bool, bool]:
        return _RANK[one.network], ":" in one.host, one.host != routed

    return tuple(sorted(shown, key=key))


def _is_usable(host: str) -> bool:
    ip = ipaddress.ip_address(host)
    if ip.is_loopback or ip.is_unspecified or ip.is_multicast or ip.is_global:
        return False
    return not (ip.version == 6 and ip.is_link_local)


def local_addresses() -> tuple[LocalAddress, ...]:
    """Return the addresses of this machine by which phones may come in, the likeliest first."""
    routed = _routed()
    known = [*_found(), *(LocalAddress("", host) for host in routed)]
    # An interface names an address better than the system's route to it.
    known.sort(key=lambda one: bool(one.interface))
    return ranked(known, routed[0] if routed else None)


def is_public() -> bool:
    """Return whether this machine has a globally reachable address."""
    return any(ipaddress.ip_address(one.host).is_global for one in _found())


def _routed() -> list[str]:
    """Return the own addresses that the system uses for other networks.

    Connecting a datagram socket sends nothing: the system only picks the source address.
    """
    hosts = []
    for target in _FAR_AWAY:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
            probe.connect((target, 9))
            hosts.append(probe.getsockname()[0])
    return hosts


def _found() -> list[LocalAddress]:
    with suppress(OSError, AttributeError):
        return list(_by_interface())
    # Windows tells the addresses, but by this way not their interfaces.
    with suppress(OSError):
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        return [LocalAddress("", str(info[4][0])) for info in infos]
    return []


_WORD = ctypes.sizeof(ctypes.c_void_p)
_NEXT, _NAME, _FLAGS, _ADDRESS = (n * _WORD for n in range(4))
"""Places of the fields that are read of an entry in the list that `getifaddrs` makes."""
_RUNNING, _POINT_TO_POINT = 0x1 | 0x40, 0x10
"""Flags of an interface, equal on Linux, macOS and BSD."""
_ADDRESSES = {int(socket.AF_INET): (4, 4), int(socket.AF_INET6): (8, 16)}
"""Place and length of the address in a socket address, by family."""


def _by_interface() -> Iterator[LocalAddress]:
    """Yield the addresses of the interfaces that are up and connected."""
    library = ctypes.CDLL(None, use_errno=True)
    first = ctypes.c_void_p()
    if library.getifaddrs(ctypes.byref(first)):
        raise OSError(ctypes.get_errno(), "getifaddrs")
    try:
        entry = first.value
        while entry:
            flags = ctypes.c_uint.from_address(entry + _FLAGS).value
            host = _host(_pointer(entry + _ADDRESS)) if flags & _RUNNING == _RUNNING else None
            if host:
                name = ctypes.string_at(_pointer(entry + _NAME) or 0).decode(errors="replace")
                yield LocalAddress(name, host, bool(flags & _POINT_TO_POINT))
            entry = _pointer(entry + _NEXT)
    finally:
        library.freeifaddrs(first)


def _pointer(place: int) -> int | None:
    return ctypes.c_void_p.from_address(place).value


def _host(place: int | None) -> str | None:
    """Read a socket address; None if it is of another family than the internet's."""
    if not place:
        return None
    # Linux keeps the family in two bytes, macOS and BSD a length in the first of them.
    two = ctypes.string_at(place, 2)
    family = int.from_bytes(two, sys.byteorder) if sys.platform.startswith("linux") else two[1]
    if family not in _ADDRESSES:
        return None
    start, length = _ADDRESSES[family]
    return str(ipaddress.ip_address(ctypes.string_at(place + start, length)))
