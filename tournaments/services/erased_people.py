"""The rows that are about a person: what is deleted, what is emptied, and what is called by a number from now on."""

import re
from collections.abc import Iterator
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet

from games.models import BulkBatch, BulkImport, GameDraft, Submission
from players.models import ActionLog, ApiToken, Notice, NoticeChoice, Player, PlayerSlug, ProfileClaim, User
from players.names import erased_name, latin_key, name_key
from players.services.naming import free_slug
from ratings.models import HistoricRating, MasterApplication
from tournaments.models import (
    AgeEvidence,
    CalendarLink,
    Entry,
    EntryAnswers,
    EventOrganiser,
    HistoricMatch,
    HistoricMedal,
    HistoricPlace,
    Invitation,
    MatchMessage,
    PairProposal,
    ProposalState,
    SavedTemplate,
    Series,
)
from tournaments.services.erased_texts import Erased
from tournaments.services.hiding import delete_messages, forget_answers
from tournaments.services.shown_names import rename_pairs


def called(player: Player | None, user: User | None) -> Erased:
    """Everything a person is called on this site."""
    found: set[str] = set()
    slugs: set[str] = set()
    if player is not None:
        # many may be called "Anna K.": what is said of this one is found by the row, see `_in_log`
        found |= {player.in_full}
        for entry in Entry.every.filter(player=player):
            found |= {entry.in_full}
        log = ActionLog.objects.filter(target_type=player._meta.label_lower, target_id=player.pk)
        found |= _former_names(log)
        # of a profile that was merged into this one
        found |= _whole_names(log.filter(action="player.merged"))
        answers = EntryAnswers.objects.filter(entry__in=Entry.every.filter(player=player))
        found |= set(answers.values_list("former_name", flat=True))
        for model in (HistoricPlace, HistoricMedal, HistoricRating):
            found |= set(model._default_manager.filter(player=player).values_list("name", flat=True))
        for side in "ab":
            rows = HistoricMatch.objects.filter(**{f"player_{side}": player})
            found |= set(rows.values_list(f"name_{side}", flat=True))
        slugs = {player.slug, *PlayerSlug.objects.filter(player=player).values_list("slug", flat=True)}
    if user is not None:
        # the profile made at sign-up may have gone when another one was claimed
        made = ActionLog.objects.filter(user=user, action="player.created", data__own=True)
        found |= _whole_names(made)
        found |= _former_names(
            ActionLog.objects.filter(target_type=Player._meta.label_lower, target_id__in=made.values("target_id"))
        )
        found |= {user.username, user.email, f"{user.first_name} {user.last_name}".strip()}
        found |= set(EmailAddress.objects.filter(user=user).values_list("email", flat=True))
    found |= {latin_key(name) for name in found} | {name_key(name) for name in found}
    found |= {turned for name in found for turned in _turned(name)}
    found |= slugs
    found.discard("")
    # "P1 7" would be a move
    whole = {name for name in found if "@" in name or (" " in name and re.search(r"[^\W\d_]{2}", name))}
    number = player.pk if player is not None else (user.pk if user is not None else 0)
    return Erased(tuple(sorted(whole)), tuple(sorted(found - whole)), f"Player {number}", erased_name(number))


def _whole_names(log: QuerySet[ActionLog]) -> set[str]:
    """The names that rows of the log give profiles, but for those of minors: "Anna K." would be others as well."""
    return {name for name in log.values_list("data__name", flat=True) if name and not name.endswith(".")}


def _former_names(log: QuerySet[ActionLog]) -> set[str]:
    rows = log.filter(action="player.updated").values_list("data", flat=True)
    return {name for data in rows for name in (data.get("name") or {}).values()}


def _turned(name: str) -> Iterator[str]:
    """The surname first, as lists have it."""
    given, _space, surname = name.rpartition(" ")
    if given and "," not in name and "@" not in name:
        yield f"{surname}, {given}"
        yield f"{surname} {given}"


def erase_profile(player: Player, now: datetime) -> None:
    """The profile is a number; its entries and past results are called by it."""
    name, words = erased_name(player.pk), f"Player {player.pk}"
    PlayerSlug.objects.filter(player=player).delete()
    ProfileClaim.objects.filter(player=player).delete()
    slug = free_slug(words, player=player)
    Player.objects.filter(pk=player.pk).update(
        name=name, full_name="", name_key=name_key(words), latin_key=latin_key(words), slug=slug, user=None, country="",
        time_zone="", first_colour="", second_colour="", birth_date=None, minor_until=None, shown_in_full_at=None,
        shown_in_full_by=None, created_by=None, erased_at=now,
    )  # fmt: skip
    mine = Entry.every.filter(player=player)
    _in_log(player, words)
    EntryAnswers.objects.filter(entry__in=mine).delete()
    forget_answers(ActionLog.objects.filter(target_type=Entry._meta.label_lower, target_id__in=mine.values("pk")))
    Invitation.objects.filter(invited=player).delete()
    asked = PairProposal.objects.filter(Q(first=player) | Q(second=player))
    asked.filter(state=ProposalState.OPEN).update(state=ProposalState.LAPSED, closed_at=now)
    asked.update(link_hash=None)
    AgeEvidence.objects.filter(holder=player).delete()
    delete_messages(MatchMessage.objects.filter(player=player))
    MasterApplication.objects.filter(applicant=player).update(statement="")
    teams = mine.filter(team__as_team=None).values_list("team", flat=True)
    pairs = {team for team in teams if team is not None}
    mine.update(name=name, full_name="", name_key=name_key(words), link_hash=None, link_made_at=None)
    rename_pairs(pairs)
    for model in (HistoricPlace, HistoricMedal, HistoricRating):
        model._default_manager.filter(player=player).update(name=name)
    for side in "ab":
        HistoricMatch.objects.filter(**{f"player_{side}": player}).update(**{f"name_{side}": name})
    _empty_files(Q(player=player))


def _in_log(player: Player, words: str) -> None:
    """The log calls a profile and its entries by the number, also where it had only part of the name."""
    names = {player.name, *Entry.every.filter(player=player).values_list("name", flat=True)}
    entries = Q(target_type=Entry._meta.label_lower, target_id__in=Entry.every.filter(player=player).values("pk"))
    rows = ActionLog.objects.filter(entries | Q(target_type=player._meta.label_lower, target_id=player.pk))
    for row in rows:
        data = {key: words if isinstance(value, str) and value in names else value for key, value in row.data.items()}
        if data != row.data:
            ActionLog.objects.filter(pk=row.pk).update(data=data)


def erase_account(user: User) -> None:
    """Nobody signs in with it any more; the row stays, without a name, as what acts were done by."""
    for model in (EmailAddress, Authenticator, ApiToken, Notice, NoticeChoice, ProfileClaim):
        model.objects.filter(user=user).delete()
    GameDraft.objects.filter(owner=user).delete()
    CalendarLink.objects.filter(user=user).delete()
    delete_messages(MatchMessage.objects.filter(user=user))
    SavedTemplate.objects.filter(owner=user, series=None).delete()
    EventOrganiser.objects.filter(user=user).delete()
    for series in Series.objects.filter(keepers=user):
        series.keepers.remove(user)
    _end_sessions(user)
    _empty_files(Q(sender=user))
    User.objects.filter(pk=user.pk).update(
        username=f"erased-{user.pk}", email="", first_name="", last_name="", language="", password=make_password(None),
        is_active=False, is_staff=False, is_superuser=False, erase_after=None, last_login=None,
    )  # fmt: skip
    user.groups.clear()
    user.user_permissions.clear()


def _empty_files(whose: Q) -> None:
    """The names of files say who made them; uploads of many keep their counts."""
    Submission.objects.filter(whose).update(filename="")
    uploads = BulkImport.objects.filter(whose)
    BulkBatch.objects.filter(bulk_import__in=uploads, done_at__isnull=False).update(result=b"", payload=b"")
    uploads.update(filename="")


def _end_sessions(user: User) -> None:
    for session in Session.objects.iterator(chunk_size=500):
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
