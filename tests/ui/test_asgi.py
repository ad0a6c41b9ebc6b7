"""Responses of the server, read without a browser."""

import re
from collections.abc import Iterator

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from companion.server.asgi import build
from companion.server.csp import inline_hashes
from tests.ui.gallery import WORDS, main


async def _export(_request: Request) -> Response:
    return PlainTextResponse("acta")


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """Yield a client of the application, with one more route of the caller's."""
    with TestClient(build(main, WORDS, [Route("/exportar", _export)])) as started:
        yield started


def test_health_is_never_kept(client: TestClient) -> None:
    answer = client.get("/health")
    assert answer.json() == {"estado": "bien"}
    assert answer.headers["cache-control"] == "no-store"


def test_routes_of_the_caller_come_before_the_page(client: TestClient) -> None:
    assert client.get("/exportar").text == "acta"


@pytest.mark.parametrize("path", ["/", "/partida/abc/mesa", "/index.html", "/docs", "/redoc"])
def test_every_route_is_the_page_in_spanish(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert '<html lang="es">' in answer.text
    assert "<title>Compañero de mesa</title>" in answer.text
    assert "Cargando…" in answer.text
    assert "loading-animation" not in answer.text


@pytest.mark.parametrize(
    ("path", "leads"),
    [
        ("//recibir", "/recibir"),
        ("///example.org/partida/x?n=1", "/example.org/partida/x?n=1"),
        ("//", "/"),
        ("//a%0d%0ab%5c", "/a%0D%0Ab%5C"),
    ],
)
def test_what_a_client_would_take_for_a_host_is_a_path_here(
    client: TestClient, path: str, leads: str
) -> None:
    answer = client.get(f"http://testserver{path}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, leads)
    assert client.get(f"http://testserver{path}").url.path.startswith("/")


@pytest.mark.parametrize(
    "path", ["/", "/health", "/salud", "/main.dart.js", "/manifest.json", "/exportar"]
)
def test_no_answer_is_open_to_other_sites(client: TestClient, path: str) -> None:
    headers = client.get(path, headers={"origin": "https://example.org"}).headers
    assert "access-control-allow-origin" not in headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_policy_names_no_other_host_and_every_inline_script(client: TestClient) -> None:
    answer = client.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert not re.search(r"https?:|\*|'unsafe-eval'", policy)
    script_src = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "'unsafe-inline'" not in script_src
    hashes = inline_hashes(answer.text)
    assert hashes
    assert all(found in script_src for found in hashes)


def test_the_page_is_always_asked_for_again(client: TestClient) -> None:
    first = client.get("/")
    assert "etag" not in first.headers
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/", headers={"if-modified-since": "Fri, 31 Dec 2100 00:00:00 GMT"})
    assert again.status_code == 200


def test_what_does_not_change_is_not_sent_twice(client: TestClient) -> None:
    tag = client.get("/flutter.js").headers["etag"]
    assert client.get("/flutter.js", headers={"if-none-match": tag}).status_code == 304


def test_the_interface_is_not_described(client: TestClient) -> None:
    assert client.get("/openapi.json").status_code == 404


def test_a_page_of_another_site_opens_no_socket(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/ws", headers={"origin": "https://example.org"}),
    ):
        pass


def test_our_page_opens_a_socket(client: TestClient) -> None:
    with client.websocket_connect("/ws", headers={"origin": "http://testserver"}):
        pass
