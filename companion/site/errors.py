"""What is said when no site can be made."""


class CannotPublish(Exception):
    """The site could not be made: a code with words under `cli.publish_<code>`, and its detail."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code} {detail}".strip())
        self.code = code
        self.detail = detail
