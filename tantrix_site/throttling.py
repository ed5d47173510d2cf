"""How often a program may ask. Throttles count in the cache; they protect the site, so they must not bring it down."""

import logging
from typing import Any

from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle

logger = logging.getLogger(__name__)


class ForgivingScopedRateThrottle(ScopedRateThrottle):
    """The rate of the view's `throttle_scope`; while the cache is away nobody is refused."""

    def allow_request(self, request: Request, view: Any) -> bool:
        try:
            return super().allow_request(request, view)
        except RedisError:
            logger.warning("The cache is away: requests are not counted.", exc_info=True)
            return True
