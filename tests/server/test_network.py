"""Addresses of this machine: which is the likeliest, and what is open where networks are odd."""

import json
import shutil
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from companion.server import network
from companion.server.listener import LanListener
from companion.server.network import LocalAddress, Network, ranked

WIFI, CABLE = LocalAddress("wlp3s0", "192.168.1.20"), LocalAddress("enp2s0", "192.168.1.30")
OWN_ZONE = LocalAddress("wlan0", "10.42.0.1")
VPN, DOCKER = LocalAddress("tun0", "10.8.0.2", True), LocalAddress("docker0", "172.17.0.1")
NAMELESS = LocalAddress("", "192.168.1.20")


@pytest.mark.parametrize(
    ("listed", "routed", "order"),
    [
        ([VPN, DOCKER, WIFI], "10.8.0.2", [WIFI, DOCKER, VPN]),
        ([CABLE, OWN_ZONE], "192.168.1.30", [OWN_ZONE, CABLE]),
        ([CABLE, WIFI], "192.168.1.30", [WIFI, CABLE]),
        ([VPN], "10.8.0.2", [VPN]),
        ([OWN_ZONE], None, [OWN_ZONE]),
        ([CABLE, LocalAddress("eno1", "10.0.0.4")], "10.0.0.4", ["10.0.0.4", CABLE]),
        ([LocalAddress("wlan0", "169.254.3.4"), DOCKER], None, [DOCKER, "169.254.3.4"]),
        ([LocalAddress("en0", "fd00::2"), LocalAddress("en0", "10.0.0.2")], None, ["10.0.0.2"]),
        (
            [LocalAddress("en0", "fd00::2"), LocalAddress("en1", "10.0.0.2")],
            None,
            ["10.0.0.2", "fd00::2"],
        ),
        ([LocalAddress("lo", "127.0.0.1"), LocalAddress("eth0", "8.8.4.4")], "8.8.4.4", []),
        ([LocalAddress("eth0", "fe80::1"), LocalAddress("", "0.0.0.0")], None, []),
        ([], None, []),
    ],
)
def test_likeliest_address_of_a_machine_comes_first(
    listed: list[LocalAddress], routed: str | None, order: list[LocalAddress | str]
) -> None:
    """Private addresses stay, each once, whatever order the system tells them in."""
    hosts = [one if isinstance(one, str) else one.host for one in order]
    assert [one.host for one in ranked(listed, routed)] == hosts
    assert [one.host for one in ranked([*listed[::-1], *listed], routed)] == hosts


@pytest.mark.parametrize(
    ("interface", "host", "kind"),
    [
        ("wlan0", "192.168.1.20", Network.WIFI),
        ("wlan0", "192.168.50.1", Network.HOTSPOT),
        ("bridge100", "192.168.2.1", Network.HOTSPOT),
        ("", "192.168.137.1", Network.HOTSPOT),
        ("eth0", "192.168.1.1", Network.WIRED),
        ("en0", "192.168.1.20", Network.OTHER),
        ("utun4", "100.64.3.4", Network.TUNNEL),
        ("virbr0", "192.168.122.1", Network.VIRTUAL),
        ("eth0", "169.254.3.4", Network.UNROUTED),
    ],
)
def test_kind_of_a_network_follows_from_interface_and_address(
    interface: str, host: str, kind: Network
) -> None:
    assert LocalAddress(interface, host).network is kind


def test_link_between_two_points_is_a_tunnel_whatever_its_name() -> None:
    assert LocalAddress("x0", "10.8.0.2", True).network is Network.TUNNEL


@pytest.mark.parametrize(("host", "problem"), [("192.0.2.5", "no_network"), ("8.8.4.4", "public")])
def test_machine_without_a_private_address_tells_the_true_reason(
    monkeypatch: pytest.MonkeyPatch, host: str, problem: str
) -> None:
    listed = [] if problem == "no_network" else [LocalAddress("eth0", host)]
    monkeypatch.setattr(network, "_found", lambda: listed)
    monkeypatch.setattr(network, "_routed", lambda: [one.host for one in listed])
    for everywhere in (None, "0.0.0.0"):
        lan = LanListener(everywhere)
        assert (lan.possible, lan.problem) == (False, problem)


# Networks as they are, each in a namespace of its own


def _linked(name: str, address: str) -> str:
    """Return the commands that make an interface with somebody at the other end."""
    made = f"ip link add {name} type veth peer name far-{name} && ip addr add {address} dev {name}"
    up = f"ip link set far-{name} up && ip link set {name} up"
    return f"{made} && {up} && while ip -br link show {name} | grep -q DOWN; do sleep 0.1; done"


_NO_NETWORKS = 77
"""Exit status where the system makes no such networks."""


def _within(networks: list[str], host: str = "") -> dict[str, object]:
    """Return what a server answers in a namespace with these networks."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("no `unshare` or no `ip` here")
    made = " && ".join(["ip link set lo up", *networks])
    script = (
        f'( {made} ) || exit {_NO_NETWORKS}; {sys.executable} -m tests.server.namespaced "{host}"'
    )
    ran = subprocess.run(
        ["unshare", "-rn", "sh", "-c", script], capture_output=True, text=True, timeout=60
    )
    if ran.returncode == _NO_NETWORKS or ran.stderr.startswith("unshare:"):
        pytest.skip(f"no such networks here: {ran.stderr.strip()}")
    assert ran.returncode == 0, ran.stderr
    said: dict[str, object] = json.loads(ran.stdout.splitlines()[-1])
    return said


ROUTED = "ip route add default via 192.168.1.1"
TUN = _linked("tun0", "10.8.0.2/24")


@pytest.mark.parametrize(
    ("networks", "hosts"),
    [
        ([_linked("wlan0", "10.42.0.1/24")], ["10.42.0.1"]),
        ([_linked("wlan0", "192.168.1.20/24")], ["192.168.1.20"]),
        ([_linked("wlan0", "192.168.1.20/24"), ROUTED], ["192.168.1.20"]),
        (
            [_linked("wlan0", "192.168.1.20/24"), TUN, "ip route add default via 10.8.0.1"],
            ["192.168.1.20", "10.8.0.2"],
        ),
        (
            [_linked("eth0", "192.168.1.30/24"), ROUTED, _linked("wlan0", "10.42.0.1/24")],
            ["10.42.0.1", "192.168.1.30"],
        ),
    ],
    ids=["own hotspot", "no route to the world", "router", "vpn", "cable and hotspot"],
)
@pytest.mark.parametrize("everywhere", ["", "0.0.0.0"])
def test_table_opens_on_every_network_of_the_machine(
    networks: list[str], hosts: list[str], everywhere: str
) -> None:
    """Whoever comes in by one of them is a guest."""
    said = _within(networks, everywhere)
    urls = said["urls"]
    assert isinstance(urls, list)
    assert [urlsplit(url).hostname for url in urls] == hosts
    assert said["doors"] == ["guest"] * len(hosts)
    assert said["problem"] is None


@pytest.mark.parametrize(
    ("networks", "problem"),
    [([], "no_network"), ([_linked("eth0", "8.8.4.4/24")], "public")],
    ids=["no network", "only the internet"],
)
def test_table_of_a_machine_without_a_network_says_so(networks: list[str], problem: str) -> None:
    said = _within(networks)
    assert (said["urls"], said["problem"]) == ([], problem)
