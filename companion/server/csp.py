"""Content-Security-Policy of the page: it may load from this host only."""

import base64
import hashlib
import re

_INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.DOTALL)


def policy(html: str) -> str:
    """Return the policy of a page: nothing from other hosts, only its current inline scripts."""
    scripts = " ".join(("'self'", "'wasm-unsafe-eval'", *inline_hashes(html)))
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {scripts}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            "connect-src 'self'",
            "media-src data:",
            "worker-src 'self' blob:",
            "manifest-src 'self'",
            "base-uri 'self'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


def inline_hashes(html: str) -> tuple[str, ...]:
    """Return the hash sources of the page's inline scripts, in order."""
    return tuple(
        f"'sha256-{base64.b64encode(hashlib.sha256(script['code'].encode()).digest()).decode()}'"
        for script in _INLINE.finditer(html)
        if "src=" not in script["attributes"] and script["code"].strip()
    )
