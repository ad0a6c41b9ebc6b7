"""Static site that runs the whole app on one phone, for any host to serve."""

from companion.site.builder import Published, publish
from companion.site.packages import CannotPublish

__all__ = ["CannotPublish", "Published", "publish"]
