"""Where a small form sends the visitor back to."""

from django.http import HttpRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme


class SeeOther(HttpResponseRedirect):
    """After a POST the page is fetched anew: a reload repeats nothing."""

    status_code = 303


def back(request: HttpRequest, default: str = "/") -> SeeOther:
    """To `next` of the form when it leads to this site, else to `default`."""
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return SeeOther(wanted if safe else default)
