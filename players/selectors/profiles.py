"""Finding people."""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from players import names
from players.models import ActionLog, Player, PlayerSlug, ProfileClaim, User
from tantrix_site.errors import NotFound

# what points at a profile without making it "used"
_HARMLESS = (ActionLog, PlayerSlug, ProfileClaim)
_MOST_WORDS = 8


def find_player(slug: str) -> Player:
    """The profile at this address or, after a change of name, at a former one; the caller redirects when
    `player.slug != slug`. Raises NotFound `player_not_found`, also at former addresses of somebody whose full name is
    not public: a redirect would confirm it."""
    player = Player.objects.filter(slug=slug).first()
    if player is None:
        former = PlayerSlug.objects.select_related("player").filter(slug=slug).first()
        if former is None or former.player.is_shortened or former.player.erased_at is not None:
            raise NotFound("player_not_found", _("There is no such player."))
        player = former.player
    return player


def own_player(user: object) -> Player | None:
    """The profile of an account; None for a visitor and for an account without one."""
    return Player.objects.filter(user=user.pk).first() if isinstance(user, User) else None


def search_players(text: str) -> QuerySet[Player]:
    """Profiles whose name has every word of `text`, as written or in Latin letters without accents; by name.

    The empty text finds all.
    """
    players = Player.objects.order_by("name_key", "pk")
    for word in names.name_key(text).split(" ")[:_MOST_WORDS]:
        latin = names.latin_key(word)
        wanted = Q(name_key__contains=word)
        if latin:
            wanted |= Q(latin_key__contains=latin)
        players = players.filter(wanted)
    return players


def possible_doubles(name: str, *, exclude: Player | None = None) -> QuerySet[Player]:
    """Profiles with the same name but for case, accents and spacing: to be shown as a warning, never merged by name.

    Names that are not public in full count too: who asks has written the whole.
    """
    latin = names.latin_key(name)
    key = names.name_key(name)
    same = Q(name_key=key)
    if latin:
        same |= Q(latin_key=latin)
    shortened = Player.objects.exclude(full_name="").values_list("pk", "full_name")
    hidden = [pk for pk, full in shortened if names.name_key(full) == key or (latin and names.latin_key(full) == latin)]
    if hidden:
        same |= Q(pk__in=hidden)
    found = Player.objects.filter(same).order_by("name_key", "pk")
    return found.exclude(pk=exclude.pk) if exclude is not None else found


def is_used(player: Player) -> bool:
    """Whether anything on the site (an entry, a game, a result) points at this profile.

    Asked of the models themselves, so that an app this one does not know is counted as well.
    """
    for relation in Player._meta.get_fields(include_hidden=True):
        if not relation.auto_created or relation.concrete or relation.related_model is None:
            continue
        model = relation.related_model
        if isinstance(model, str) or issubclass(model, _HARMLESS):
            continue
        if model._base_manager.filter(**{relation.field.name: player}).exists():  # type: ignore[union-attr]
            return True
    return False
