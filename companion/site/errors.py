"""Error of publishing a site."""


class CannotPublish(Exception):
    """Publishing failure: a code with words under `cli.publish_<code>`, and its detail."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code} {detail}".strip())
        self.code = code
        self.detail = detail
