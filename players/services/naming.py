"""Names and addresses of profiles."""

from django.utils.translation import gettext as _

from players import names
from players.models import Player, PlayerSlug
from tantrix_site.errors import InvalidInput

_ADDRESS_TRIES = 10_000


def _script_word(script: str) -> str:
    return {
        "LATIN": _("Latin letter"),
        "CYRILLIC": _("Cyrillic letter"),
        "GREEK": _("Greek letter"),
        "ARMENIAN": _("Armenian letter"),
        "CHEROKEE": _("Cherokee letter"),
    }[script]


def explain(error: names.BadName) -> str:
    """One sentence for people: what is wrong and where."""
    values = dict(error.params)
    match error.code:
        case "name_empty":
            return _("Write a name.")
        case "name_too_long":
            return _("The name has %(length)s characters; at most %(most)s are possible.") % values
        case "name_invisible_character":
            return (
                _("Character number %(place)s cannot be seen (%(character)s). Delete it and type the name again.")
                % values
            )
        case "name_without_letter":
            return _("The name needs at least one letter.")
        case "name_too_many_marks":
            return _("Too many accents stand on one letter.")
        case "name_mixes_alphabets":
            values["first_script"] = _script_word(str(values["first_script"]))
            values["second_script"] = _script_word(str(values["second_script"]))
            return (
                _(
                    "“%(word)s” mixes alphabets that look alike: %(first)s (%(first_script)s) and "
                    "%(second)s (%(second_script)s). Type the word in one alphabet."
                )
                % values
            )
        case _other:
            return _("A user name has letters, digits and . + - _ only; “%(character)s” is not possible.") % values


def checked_name(text: str, *, field: str = "name") -> str:
    """The name as it will be stored. Raises InvalidInput with the code of `names.clean_name`."""
    try:
        return names.clean_name(text)
    except names.BadName as error:
        raise InvalidInput(error.code, explain(error), field=field) from None


def free_slug(name: str, *, player: Player | None = None) -> str:
    """An address that no other profile has or had; a number is added from the second of a name on.

    Two callers may be told the same address at the same moment: the unique constraint decides, `save_with_slug` tries
    again.
    """
    base = names.slug_base(name)
    own = player.pk if player is not None and player.pk else 0
    taken = set(Player.objects.filter(slug__startswith=base).exclude(pk=own).values_list("slug", flat=True))
    taken |= set(PlayerSlug.objects.filter(slug__startswith=base).exclude(player_id=own).values_list("slug", flat=True))
    if base not in taken:
        return base
    return next(slug for n in range(2, _ADDRESS_TRIES) if (slug := f"{base}-{n}") not in taken)
