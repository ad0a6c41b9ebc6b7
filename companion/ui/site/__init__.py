"""The site that runs the whole app within one phone: static files, for any host to serve."""

from companion.ui.site.builder import CannotPublish, Published, publish

__all__ = ["CannotPublish", "Published", "publish"]
