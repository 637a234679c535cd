"""`goat reproduce`: plays a match of an arena again with your bot, and compares move by move."""

from pathlib import Path
from typing import Annotated, Any

import typer

from engine.errors import BadRecord
from engine.record import is_table
from engine.verify import verify
from referee.cli.arena_access import ArenaAddress, AsJson, open_arena
from referee.cli.arguments import BadArgument, name_and_path
from referee.cli.commands.record import match_id
from referee.cli.commands.verify import compare_commitment
from referee.cli.console import err, out, print_json
from referee.cli.match_report import names
from referee.cli.match_runner import say_wait, usable_mode
from referee.cli.parameters import LanguageName, SandboxMode
from referee.cli.progress_bar import progress_bar
from referee.cli.reproduction_report import as_data, print_game, print_verdict
from referee.client.errors import ArenaError
from referee.client.own_versions import download_program, own_sides
from referee.client.records import published_record
from referee.play.cpu_slots import claim_cpu_slot
from referee.play.json_files import read_json
from referee.play.reproduction import reproduce as play_again
from referee.programs.program import Program, load_program
from referee.sandbox import choose, require

DIFFERENT = 3


def reproduce(
    match: Annotated[
        str,
        typer.Argument(metavar="MATCH", help="The number of a match, or a record's file."),
    ],
    bot: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Play this program instead, such as your working copy."),
    ] = None,
    side: Annotated[
        int | None,
        typer.Option(
            min=0, max=1, help="Which bot of the match it is. Default: yours, or that of its name."
        ),
    ] = None,
    language: LanguageName = "",
    sandbox: SandboxMode = "auto",
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """Play a match again with its deals: your bot here, the other side's moves from the record.

    With --bot you see where another program would play differently. Exit status: 0 only if all
    moves are the same; 3 if not.
    """
    mode = usable_mode(sandbox)
    if bot is None and mode == "off" and sandbox != "off" and not Path(match).is_file():
        # What is downloaded is yours by the arena's word alone.
        raise BadArgument(
            "the program that the arena has of you would run here without a sandbox: play your own"
            " copy with --bot PATH, or trust the arena with --sandbox off"
        )
    record, live = _what(match, bot, side, language, arena)
    box = choose(mode)
    # The partners of one bot may talk: nobody plays against them.
    require(box, {program.language.name for program in live.values()}, False)
    shown = [f"{names(record)[index]} v{record['bots'][index]['version']}" for index in live]
    who = str(bot) if bot else " and ".join(shown)
    with (
        progress_bar(err, "games", len(record["games"])) as advance,
        claim_cpu_slot(on_wait=say_wait) as slot,
    ):
        games = play_again(record, live, box, slot, lambda game: advance(""))
    different = [game for game in games if game.difference is not None]
    if as_json:
        print_json(as_data(match, who, games))
    else:
        for game in games:
            print_game(out, record, game)
        print_verdict(out, who, games)
    if different:
        raise typer.Exit(DIFFERENT)


def _what(
    match: str, bot: Path | None, side: int | None, language: str, address: str
) -> tuple[dict[str, Any], dict[int, Program]]:
    """The verified record, and the programs that play it again, by the bot's index."""
    if Path(match).is_file():
        record = read_json(Path(match))
        _check(record, match)
        if bot is None:
            raise BadArgument(
                f"which program? Write goat reproduce {match} --bot PATH, or the number of a match"
                " at an arena"
            )
        index = _named_side(record, name_and_path(str(bot))[0], match) if side is None else side
        return record, {index: load_program(bot, kind=language)}
    site = open_arena(address, login=bot is None)
    shown, record = published_record(site, match_id(match))
    _check(record, f"the record of match {match}")
    compare_commitment(record, shown["commitment"])
    own = own_sides(site, record) if side is None else [side]
    if bot is not None:
        name = name_and_path(str(bot))[0]
        index = own[0] if len(own) == 1 else _named_side(record, name, f"match {match}")
        return record, {index: load_program(bot, kind=language)}
    if not own:
        first, second = names(record)
        raise ArenaError(
            f"neither {first} nor {second} is yours, and only owners get programs: try one of your"
            " own against these deals with --bot PATH and --side 0 or 1"
        )
    return record, {index: download_program(site, record["bots"][index]) for index in own}


def _named_side(record: dict[str, Any], name: str, where: str) -> int:
    """The side of the record's bot that has this name. Raises BadArgument if it is not clear."""
    full = names(record)
    sides = [index for index, one in enumerate(full) if one.split("/")[-1] == name]
    if not sides or len({full[index] for index in sides}) > 1:
        raise BadArgument(
            f"which bot of {where} shall {name} play for? Add --side 0 for {full[0]},"
            f" or --side 1 for {full[1]}"
        )
    return sides[0]


def _check(record: dict[str, Any], where: str) -> None:
    """Raises BadRecord."""
    try:
        verify(record)
        if is_table(record):
            raise BadRecord("it is of a table, which has no mirrored games to play again")
    except BadRecord as error:
        raise BadRecord(f"{where}: {error}") from None
