"""Validation of what is typed in the settings."""

from urllib.parse import urlsplit, urlunsplit

from companion.services.sharing.scoped_settings import MAX_SITE


def site_address(typed: str) -> str | None:
    """Normalize the typed address of a published site, or return None if it is invalid.

    Links are made by adding a fragment, so the address ends at its page.
    """
    text = typed.strip()
    if "://" not in text:
        text = f"https://{text}"
    try:
        parts = urlsplit(text)
        port_is_one = parts.port is None or parts.port > 0
    except ValueError:
        return None
    host = parts.hostname or ""
    known = parts.scheme in ("http", "https") and bool(host) and port_is_one and not parts.username
    if not known or any(c.isspace() or c in '<>"\\^`{|}' for c in text):
        return None
    path = parts.path or "/"
    if not path.endswith("/") and "." not in path.rsplit("/", 1)[-1]:
        path += "/"
    address = urlunsplit((parts.scheme, parts.netloc, path, "", ""))
    return address if len(address) <= MAX_SITE and _reachable(host) else None


def _reachable(host: str) -> bool:
    return "." in host or ":" in host or host == "localhost"
