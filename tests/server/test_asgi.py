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


def test_health_response_is_never_cached(client: TestClient) -> None:
    answer = client.get("/health")
    assert answer.json() == {"estado": "bien"}
    assert answer.headers["cache-control"] == "no-store"


def test_routes_of_the_caller_take_precedence_over_the_page(client: TestClient) -> None:
    assert client.get("/exportar").text == "acta"


@pytest.mark.parametrize("path", ["/", "/partida/abc/mesa", "/index.html", "/docs", "/redoc"])
def test_any_other_path_serves_the_page_in_spanish(client: TestClient, path: str) -> None:
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
def test_path_with_double_slash_redirects_to_a_local_path(
    client: TestClient, path: str, leads: str
) -> None:
    answer = client.get(f"http://testserver{path}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, leads)
    assert client.get(f"http://testserver{path}").url.path.startswith("/")


@pytest.mark.parametrize(
    "path", ["/", "/health", "/salud", "/main.dart.js", "/manifest.json", "/exportar"]
)
def test_responses_allow_no_cross_origin_access(client: TestClient, path: str) -> None:
    headers = client.get(path, headers={"origin": "https://example.org"}).headers
    assert "access-control-allow-origin" not in headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_content_policy_has_all_inline_hashes_and_no_other_host(client: TestClient) -> None:
    answer = client.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert not re.search(r"https?:|\*|'unsafe-eval'", policy)
    script_src = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "'unsafe-inline'" not in script_src
    hashes = inline_hashes(answer.text)
    assert hashes
    assert all(digest in script_src for digest in hashes)


def test_page_is_revalidated_on_every_request(client: TestClient) -> None:
    first = client.get("/")
    assert "etag" not in first.headers
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/", headers={"if-modified-since": "Fri, 31 Dec 2100 00:00:00 GMT"})
    assert again.status_code == 200


def test_unchanged_asset_answers_304(client: TestClient) -> None:
    tag = client.get("/flutter.js").headers["etag"]
    assert client.get("/flutter.js", headers={"if-none-match": tag}).status_code == 304


def test_openapi_description_is_not_served(client: TestClient) -> None:
    assert client.get("/openapi.json").status_code == 404


def test_page_of_another_site_cannot_open_a_socket(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/ws", headers={"origin": "https://example.org"}),
    ):
        pass


def test_own_page_opens_a_socket(client: TestClient) -> None:
    with client.websocket_connect("/ws", headers={"origin": "http://testserver"}):
        pass
