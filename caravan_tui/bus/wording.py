"""The text of everything that the engine, the tables and the server have to say to people.

They name it by a code with values (`engine.sentence.Sentence`); here, at the reader's end, it gets
words in the reader's language.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any, Protocol

from caravan_tui.engine.sentence import Sentence
from caravan_tui.games import registry
from caravan_tui.i18n import _, _n, later


class Coded(Protocol):
    """A `Sentence`, or a message that is one: `Refused`, `Notice`."""

    @property
    def code(self) -> str: ...
    @property
    def values(self) -> dict[str, Any]: ...


TEXTS: dict[str, str] = {
    "text": "{text}",
    "seat": later("Player {number}"),
    # The engine
    "match_over": later("The match is over."),
    "no_such_seat": later("There is no seat {seat} in this match."),
    "not_your_decision": later("It's {name}'s turn."),
    "not_allowed_now": later("That isn't allowed now."),
    "undo_past_chance": later("You can't undo: something has been drawn or rolled since."),
    "undo_past_old_rules": later("You can't undo moves made under older rules."),
    "nothing_to_undo": later("There is nothing to undo."),
    "nothing_to_redo": later("There is nothing to redo."),
    # The table
    "spectator_cannot_undo": later("Spectators can't undo."),
    "match_closing": later("The match is closing."),
    "match_paused": later("The match is paused."),
    "position_changed": later("The position has changed. Choose again."),
    "player_paused": later("{name} paused the match."),
    "player_resumed": later("{name} resumed the match."),
    "undo_already_asked": later("An undo request is already waiting for answers."),
    "undo_reveals": later("You can't undo: something hidden was revealed after your last move."),
    "nobody_to_agree": later("You can't undo: nobody is here to agree. Away: {names}."),
    "undone": later("{name} undid a move."),
    "undo_declined": later("{name} declined the undo."),
    "undo_player_left": later("{name} left without answering. The undo is cancelled."),
    "undo_timed_out": later("No answer from {names}. The undo is cancelled."),
    "undo_overtaken": later("Play continued. The undo is cancelled."),
    # Hints and search
    "no_hints": later("Hints aren't available at this table."),
    "hint_cancelled": later("The hint was cancelled."),
    "hint_not_your_move": later("You can only get a hint on your turn."),
    "hint_in_progress": later("The last hint isn't ready yet. Try again in a moment."),
    "search_timed_out": later("The search isn't responding. Try again."),
    "quick_move": later("{name} moved at once, as the machine is busy. The move may be weak."),
    "program_failed": later("{name} didn't play a legal move in time: a quick one was played."),
    "program_missing": later("{name} doesn't play on this server any more: a Trader plays for it."),
    # Saving
    "save_failed": later("Couldn't save this match: {reason}"),
    "result_not_kept": later("Couldn't save the result of this match: {reason}"),
    "disk_full": later("The disk is full."),
    "quota_used_up": later("Your disk quota is used up."),
    "folder_read_only": later("The folder is read-only."),
    "no_permission": later("You do not have permission."),
    "too_many_files": later("Too many files are open."),
    # The bus
    "unsupported_request": later("Unsupported request."),
    "unavailable": later("The table isn't responding. Try again."),
    "failed": later("Something went wrong. See the log for details."),
    "not_permitted": later("You can't do this here."),
    "too_many_undos": later("Too many undos. Wait a moment, then try again."),
    "too_many_requests": later("Too many requests. Wait a moment, then try again."),
    "connection_lost": later("Lost the connection to the table."),
    # The lobby
    "match_moved": later("This match is moving to another server. It will continue in a moment."),
    "not_saved_yet": later("The last move isn't saved yet. Try again in a moment."),
    "broker_away": later("The server can't store anything right now. Try again in a moment."),
    "not_here": later("This match is served elsewhere. Try again."),
    "match_not_found": later("There is no match '{code}'."),
    "save_not_found": later("There is no saved match '{id}'."),
    "copy_in_use": later(
        "Another player has this match open. Your own copy is among your saved matches."
    ),
    "too_many_matches": later("You are in too many matches. Give one up first."),
    "too_many_waiting": later(
        "{count} of your matches are waiting for players. Give one up first."
    ),
    "too_many_codes": later("Too many wrong codes. Try again in a minute."),
    "too_many_saved": later("You have {count} saved matches, the most allowed. Delete some first."),
    "no_space_left": later("Your saved matches use all of your {size} MiB. Delete some first."),
    "too_many_tables": later("You have too many tables open. Leave one first."),
    "no_seat_left": later("All seats are taken. You can watch."),
    "match_cannot_open": later("This match can't be opened. The server's log says why."),
    "match_not_begun": later("This match hasn't started."),
    "match_private": later("This match is private. Enter its code to watch."),
    "you_play_here": later("You are a player in this match."),
    "cannot_restart": later("This match can't be restarted."),
    "seats_and_names": later("The numbers of seats and names don't match."),
    "no_such_level": later("There is no such level."),
    "no_such_program": later("There is no program '{name}' on this server."),
    "take_a_seat": later("Choose a seat for yourself."),
    "seed_with_others": later("You can't choose the seed of a match with other players."),
    "match_not_saved": later("The server couldn't save the new match: {reason}"),
    "seat_name": later("A seat can't be called '{name}'. Choose another name."),
    "seed_not_allowed": later("This seed isn't allowed."),
    "days_a_move": later("The days for a move must be one of: {days}."),
    "no_such_command": later("There is no such command."),
    # Who is at a table
    "player_returned": later("{name} is back."),
    "player_arrived": later("{name} joined the table."),
    "player_left_match_waits": later("{name} left the table. The match is waiting."),
    "player_left": later("{name} left the table. A computer player takes over in {seconds} s."),
    "player_away": later("{name} is away. A computer player plays until {name} is back."),
    "player_gave_up": later("{name} gave up the match. A computer player takes over."),
    "time_up": later("{name} ran out of time. A computer player plays this turn."),
    "days_up": later("{name} has used up the days for this move. A computer player plays it."),
    "own_days_up": later(
        "{game} ({code}): you have used up the days for your move. A computer player plays it."
    ),
    "spectator_arrived": later("{name} is watching."),
    "watch_page_made": later("{name} made a link to watch this match in a browser."),
    "watch_page_closed": later("{name} revoked the link to watch this match in a browser."),
    "no_watch_page_yet": later("This match has no watch page."),
    "watch_page_daily": later("A daily match can't be watched."),
    "watch_page_not_yours": later("Only players of this match can make its watch page."),
    "watch_page_not_saved": later("The server couldn't save the link: {reason}"),
    "no_page_for_browsers": later("This server has no page for browsers."),
    "match_begun": later("{game} ({code}) has started."),
    "match_expired": later("{game} ({code}) found no players in {days} days and was removed."),
    "match_closed": later("An administrator closed {game} ({code})."),
    "match_ended": later("{game} ({code}) is over. Your rank: {rank} of {seats}."),
    "talk_at_table": later("{name} wrote to you at the table of {game} ({code})."),
    "talk_in_lobby": later("{name} wrote to you in the lobby."),
    # Notices for those who are away
    "private_match": later("private"),
    "notice_test": later("This is a test. Notices reach you here."),
    "notice_code": later("Your code is {code}. Enter it in the lobby, under Notices."),
    "notice_channel": later("Choose one of these channels: {channels}."),
    "notice_address_long": later("The address has more than {most} characters."),
    "notice_topic": later("A topic has up to 64 letters, digits, _ and -."),
    "notice_webhook": later("The address must begin with one of: {prefixes}"),
    "notice_mail": later("Write a mail address, such as name@example.org."),
    "notice_kinds": later("Choose one or more of: {kinds}."),
    "notice_when": later("Choose one of: table, server."),
    "notice_quiet_pair": later("Give quiet hours a beginning and an end, or neither."),
    "notice_time": later("'{text}' isn't a time. Use the form 22:00."),
    "notice_zone": later("'{zone}' isn't a time zone. Example: Europe/Paris."),
    "notice_no_address": later("Choose a channel and an address first."),
    "notice_unconfirmed": later("Enter the code from the mail first."),
    "notice_wrong_code": later("This code is wrong or too old. Change the address to get another."),
    "notice_too_many": later("Too many tests and codes. Try again in {minutes} min."),
    "notice_no_connection": later("The channel can't be reached."),
    "notice_no_answer": later("The channel hasn't answered. The notice may have arrived."),
    "notice_refused": later("The channel refused the notice ({status})."),
    # Between people
    "rating_now": later("{game}: your rating is {rating} ({change})."),
    "deadline_passed": later(
        "The deadline for this match has passed. Computer players will finish it."
    ),
    "tournament_not_found": later("There is no tournament '{name}'."),
    "tournament_not_yours": later("Only its organizer can do this."),
    "tournament_entered": later("You have already entered this tournament."),
    "tournament_not_entered": later("You aren't in this tournament."),
    "tournament_closed": later("This tournament has begun: nobody can enter any more."),
    "tournament_full": later("This tournament is full."),
    "tournament_over": later("This tournament is over."),
    "tournament_too_few": later("At least {count} players are needed to start."),
    "tournament_not_saved": later("The server couldn't save the tournament: {reason}"),
    "tournament_name": later("Enter a name of at least two characters."),
    "tournament_name_taken": later("There is already a tournament called '{name}'."),
    "tournament_format": later("The format must be one of: {formats}."),
    "tournament_seats": later("A table of this game has {least} to {most} players."),
    "tournament_most_players": later("Enter a number of players from {least} to {most}."),
    "tournament_rounds": later("Enter a number of rounds from {least} to {most}."),
    "tournament_clock": later("Enter a number of seconds from {least} to {most}, or 0."),
    "tournament_grace": later("Enter a number of seconds from {least} to {most}."),
    "tournament_minutes": later("Enter a number of minutes from {least} to {most}."),
    "too_many_tournaments": later("The server has too many tournaments. Try again later."),
    "too_many_own_tournaments": later(
        "{count} of your tournaments aren't over. Finish or cancel one first."
    ),
    "too_many_entered": later("You are in {count} tournaments. Leave one first."),
    "tournament_table": later("{name}, round {round}: your table is open ({game}, {code})."),
    "tournament_bye": later("{name}, round {round}: you have a bye."),
    "tournament_cancelled": later("{name} was cancelled."),
    "tournament_ended": later("{name} is over. Winner: {winner}. Your place: {rank} of {players}."),
    "invited": later("{name} invites you to {game} ({code}). Join it in the lobby by its code."),
    "invite_not_yours": later("You can only invite players to a match in which you have a seat."),
    "invite_too_late": later("All seats of this match are taken."),
    "invite_nobody": later("There is no player '{name}' on this server."),
    "invite_yourself": later("You have a seat in this match."),
    "invite_has_seat": later("{name} has a seat in this match."),
    "rematch_wanted": later("{name} wants a rematch of {game} ({code}). Join it in the lobby."),
    "rematch_too_early": later("This match isn't over yet."),
    "rematch_not_yours": later("Only its players can ask for a rematch."),
    "no_rematch": later("This match has no rematch."),
    "seat_reserved": later("The open seats are kept for the players of the last match."),
    "daily_played": later("You have played today's match. The day's board opens at midnight UTC."),
    "daily_expired": later("The match of {day} ({game}) was removed: it wasn't played on."),
    "season_begins": later("Season {number} of the leaderboards begins."),
    # The server
    "still_there": later("Still there? Press any key to stay connected ({seconds} s left)."),
    "host_stops": later(
        "This server goes down in {seconds} s. Connect again to continue on another one."
    ),
    "server_stops": later("The server is shutting down in {seconds} s. Your matches are saved."),
}
"""By code: the English text, which the catalogue has in other languages. Names in braces are
values."""


def _away(values: dict[str, Any]) -> str:
    """What happened at a table while somebody was away: `game`, its `code`, the number of `moves`,
    how many a level made for them (`played`), whether it is their `turn`."""
    parts = [_("{game} ({code}):").format(game=values["game"], code=values["code"])]
    if moves := values["moves"]:
        text = _n("{count} move since you left.", "{count} moves since you left.", moves)
        parts.append(text.format(count=moves))
    if played := values["played"]:
        text = _n(
            "A computer player made {count} of them for you.",
            "A computer player made {count} of them for you.",
            played,
        )
        parts.append(text.format(count=played))
    if values["turn"]:
        parts.append(_("It's your turn."))
        if (left := values.get("left", -1)) >= 0:
            parts.append(_("Time left: {time}.").format(time=time_left(left)))
    return " ".join(parts)


def time_left(seconds: float) -> str:
    """A time of hours or days, in the largest unit of which there are two, or in minutes."""
    minutes = max(0, int(seconds)) // 60
    hours, days = minutes // 60, minutes // 1440
    if days >= 2:
        return _n("{count} day", "{count} days", days).format(count=days)
    if hours >= 2:
        return _n("{count} hour", "{count} hours", hours).format(count=hours)
    return _n("{count} minute", "{count} minutes", minutes).format(count=minutes)


def _title(values: dict[str, Any]) -> str:
    """The title of the game with the id `game`."""
    try:
        return _(registry.spec(values["game"]).title)
    except registry.UnknownGameError:
        return str(values["game"])


def _turn(values: dict[str, Any]) -> str:
    """It is somebody's turn: the `game`, its `code`, and the seconds that are `left` or -1."""
    text = _("It's your turn: {game} ({code}).")
    parts = [text.format(game=values["game"], code=values["code"])]
    if values["left"] >= 0:
        parts.append(_("Time left: {time}.").format(time=time_left(values["left"])))
    return " ".join(parts)


def _days_low(values: dict[str, Any]) -> str:
    """Somebody's days for a move are nearly over: the `game`, its `code`, the seconds `left`."""
    text = _("{game} ({code}) still waits for your move. Time left: {time}.")
    time = time_left(max(0, values["left"]))
    return text.format(game=values["game"], code=values["code"], time=time)


_COMPOSED: dict[str, Callable[[dict[str, Any]], str]] = {
    "away": _away,
    "title": _title,
    "turn_waits": _turn,
    "days_low": _days_low,
}
"""By code: what has no single text."""


def word(sentence: Coded) -> str:
    """The text of a sentence, in the language of whoever reads here.

    A code or values from another version of the program never raise.
    """
    try:
        values = {name: _word_value(value) for name, value in sentence.values.items()}
        if composed := _COMPOSED.get(sentence.code):
            return composed(values)
        return _(TEXTS[sentence.code]).format(**values)
    except (LookupError, TypeError, ValueError, AttributeError):
        return sentence.code.replace("_", " ")


def _word_value(value: Any) -> Any:
    if isinstance(value, Sentence):
        return word(value)
    if isinstance(value, dict):  # a sentence that came over the wire
        return word(Sentence(str(value.get("code")), value.get("values") or {}))
    if isinstance(value, list):
        return ", ".join(str(_word_value(item)) for item in value)
    return value


def title(game: str) -> Sentence:
    """The title of a game, as a value of another sentence."""
    return Sentence("title", {"game": game})


def plain_text(text: str) -> Sentence:
    """A text that is worded already, in the language of whoever reads it."""
    return Sentence("text", {"text": text})


_BY_ERRNO = {
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "quota_used_up",
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.EROFS: "folder_read_only",
    errno.EMFILE: "too_many_files",
    errno.EAGAIN: "broker_away",
}


def of_os_error(error: OSError) -> Sentence:
    """Why a file could not be written or read."""
    if error.errno in _BY_ERRNO:
        return Sentence(_BY_ERRNO[error.errno])
    return plain_text((error.strerror or str(error) or type(error).__name__).rstrip(".") + ".")
