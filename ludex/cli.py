"""The command line: each command reads its options, calls one function and says what happened."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ingest.errors import LudexError
from ludex import __version__
from ludex.config import find_project
from ludex.console import of_disk, plain, speak_safely
from ludex.wishes import Wishes

FORMATS = ("atom", "contributions-text", "mediawiki-dump", "numbered", "rendered", "rss", "rulebook", "wikitext")
STOPPED = 130  # as shells say it of a command that was interrupted
SINCE = """\b
ludex log --since 2025-07     since a date
ludex log --since 1.1         since a printed update, with what it brought
ludex log --since 4711        after a revision"""
START = """\b
Start with: ludex build FILE… -o site
then open site/index.html, and ask: ludex search --site site WORDS
`ludex COMMAND --help` explains a command."""


class LudexGroup(click.Group):
    """Turns our own errors, and what the disk refuses, into a sentence on standard error; a real bug keeps its traceback."""

    def invoke(self, ctx: click.Context) -> object:
        speak_safely()
        try:
            return super().invoke(ctx)
        except LudexError as error:
            raise click.ClickException(plain(str(error))) from error
        except KeyboardInterrupt:
            click.echo("\nStopped. What was there before is still there.", err=True)
            raise SystemExit(STOPPED) from None
        except BrokenPipeError:  # the reader of our output has seen enough
            sys.stderr.close()
            raise SystemExit(0) from None
        except OSError as error:  # a path that is too long, a folder that nobody may enter, a full disk
            raise click.ClickException(plain(of_disk(error))) from error


config_option = click.option(
    "-c",
    "--config",
    "config",
    type=click.Path(path_type=Path),
    help="Configuration file [default: ./ludex.toml if there].",
)
site_option = click.option(
    "--site",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the built site [default: the configuration's, else build/site].",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
format_option = click.option(
    "--format",
    "format_name",
    metavar="NAME",
    help=f"Read SOURCEs as this format instead of recognising it: {', '.join(FORMATS[:-1])} or {FORMATS[-1]}.",
)
profile_option = click.option(
    "--profile",
    metavar="NAME|PATH",
    help="The game, instead of recognising it: a shipped profile (a wrong name lists them) or a .toml file.",
)
keep_option = click.option(
    "--no-keep",
    "keep",
    is_flag=True,
    flag_value=False,
    default=True,
    help="Read into a copy of the archive, for this site alone: a draft becomes no version.",
)
strict_option = click.option(
    "--strict",
    is_flag=True,
    help="Exit with 1 where something is doubted that [check] of ludex.toml names [default: errors].",
)


@click.group(
    cls=LudexGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=START,
)
@click.version_option(__version__, prog_name="ludex", help="Show the version.")
def main() -> None:
    """Read the rules of a game from wikis and rulebooks; make an offline, searchable site of them."""


@main.command(short_help="Build a site from sources.")
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path), metavar="[SOURCE]...")
@config_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the site [default: the configuration's, else build/site].",
)
@format_option
@profile_option
@click.option(
    "--as-of",
    metavar="DATE",
    help="The rules as they stood on a date (2024-12-31) or with a printed update (1.1). Sources without a date always count.",
)
@click.option("--pocket", is_flag=True, help="Write one self-contained HTML file too: DIR/pocket.html.")
@keep_option
@strict_option
@json_option
def build(sources: tuple[Path, ...], config: Path | None, output: Path | None, format_name: str | None, profile: str | None, as_of: str | None, pocket: bool, keep: bool, strict: bool, as_json: bool) -> None:  # fmt: skip
    """Build a site from SOURCEs (files or folders) and those of the configuration.

    A site that was built before is replaced as a whole, once the new one is ready. With a ludex.toml, what is read stays in
    the archive beside it, wherever the site goes: --no-keep leaves the archive as it is.
    """
    from ludex.commands.build import build as run

    failed = run(
        find_project(config),
        sources,
        output,
        Wishes(format=format_name, profile=profile, as_of=as_of, pocket=pocket, keep=keep),
        as_json=as_json,
    )
    sys.exit(1 if strict and failed else 0)


@main.command(short_help="Read sources into the archive.")
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SOURCE...")
@config_option
@format_option
@click.option("--again", is_flag=True, help="Read what was forgotten.")
@json_option
def ingest(sources: tuple[Path, ...], config: Path | None, format_name: str | None, again: bool, as_json: bool) -> None:
    """Read SOURCEs into the archive in .ludex/, beside ludex.toml; what it has already is not read twice."""
    from ludex.commands.archive import ingest as run

    run(find_project(config), sources, format_name, again=again, as_json=as_json)


@main.command(short_help="Keep the archive in step with a live wiki.")
@click.argument("url")
@config_option
@click.option(
    "--all", "everything", is_flag=True, help="Every page of the wiki [default, where nothing else is named]."
)
@click.option("--pages", multiple=True, metavar="TITLE", help='This page, or "One|Another"; may be repeated.')
@click.option(
    "--category", "categories", multiple=True, metavar="NAME", help="The pages of this category; may be repeated."
)
@click.option(
    "--user", "users", multiple=True, metavar="NAME", help="The pages that this user has edited; may be repeated."
)
@click.option("--recent", is_flag=True, help="What has changed since the last time.")
@click.option("--files", is_flag=True, help="Fetch the pictures too, into .ludex/files/.")
@click.option(
    "--verify", is_flag=True, help="Compare every revision's number with the wiki's: finds what was imported late."
)
@click.option("--again", is_flag=True, help="Read a wiki that was forgotten.")
@json_option
def sync(url: str, config: Path | None, everything: bool, pages: tuple[str, ...], categories: tuple[str, ...], users: tuple[str, ...], recent: bool, files: bool, verify: bool, again: bool, as_json: bool) -> None:  # fmt: skip
    """Bring the archive up to date with the live wiki at URL: its main page, index.php or api.php."""
    from ingest.live import Wanted
    from ludex.commands.sync import names
    from ludex.commands.sync import sync as run

    wanted = (
        Wanted()
        if everything
        else Wanted(pages=names(pages), categories=names(categories), users=names(users), recent=recent)
    )
    sys.exit(
        1 if run(find_project(config), url, wanted, files=files, verify=verify, again=again, as_json=as_json) else 0
    )


@main.command(short_help="Leave a source out from now on.")
@click.argument("source")
@config_option
def forget(source: str, config: Path | None) -> None:
    """Take SOURCE, called as `ludex build` calls it, out of the archive; the same bytes are not read again, unless `ludex ingest --again` says so."""
    from ludex.commands.archive import forget as run

    run(find_project(config), source)


@main.command(short_help="Search a site, as in the browser.")
@click.argument("query", nargs=-1, required=True)
@config_option
@site_option
@click.option(
    "--kind", "kinds", multiple=True, metavar="KIND", help="Only this kind of entry: rule, weapon …; may be repeated."
)
@click.option("--edition", metavar="EDITION", help="Only this edition.")
@click.option("--language", metavar="LANGUAGE", help="Only this language: en, es …")
@click.option(
    "--limit", default=10, type=click.IntRange(1, 1000), metavar="N", help="How many hits at the most [default: 10]."
)
@click.option("--explain", is_flag=True, help="Say why each hit stands where it stands.")
@click.option("--old", is_flag=True, help="Find what the rules said once; says when it was dropped.")
@json_option
def search(query: tuple[str, ...], config: Path | None, site: Path | None, kinds: tuple[str, ...], edition: str | None, language: str | None, limit: int, explain: bool, old: bool, as_json: bool) -> None:  # fmt: skip
    """Search a built site: the same hits in the same order as in the browser."""
    from ludex.commands.search import search as run

    run(
        find_project(config),
        site,
        " ".join(query),
        kinds=kinds,
        edition=edition,
        language=language,
        limit=limit,
        explain=explain,
        old=old,
        as_json=as_json,
    )


@main.command(short_help="Show one entry.")
@click.argument("name", nargs=-1, required=True)
@config_option
@site_option
@click.option("--edition", metavar="EDITION", help="Only this edition.")
@click.option("--language", metavar="LANGUAGE", help="Only this language.")
@click.option("--explain", is_flag=True, help="Say why it is an entry and why its links lead where they lead.")
@json_option
def show(name: tuple[str, ...], config: Path | None, site: Path | None, edition: str | None, language: str | None, explain: bool, as_json: bool) -> None:  # fmt: skip
    """Show the entry called NAME: class, labels, profiles, text and where it is printed."""
    from ludex.commands.show import show as run

    run(
        find_project(config), site, " ".join(name), edition=edition, language=language, explain=explain, as_json=as_json
    )


@main.command(short_help="List revisions and what each changed.", epilog=SINCE)
@click.argument("page", nargs=-1)
@config_option
@site_option
@click.option("--since", metavar="DATE|REVISION|UPDATE", help="What changed since then, rule by rule.")
@click.option("--until", metavar="DATE", help="With --since: nothing after this date.")
@click.option("--kind", metavar="KIND", help="With --since: only this kind of entry.")
@click.option("--label", metavar="LABEL", help="With --since: only what bears this label, or is called so.")
@click.option("--severity", type=click.Choice(("value", "wording")), help="With --since: only such changes.")
@click.option("--by-revision", is_flag=True, help="With --since: list revisions all the same.")
@json_option
def log(page: tuple[str, ...], config: Path | None, site: Path | None, since: str | None, until: str | None, kind: str | None, label: str | None, severity: str | None, by_revision: bool, as_json: bool) -> None:  # fmt: skip
    """List the revisions of PAGE, or of all pages, newest first; with --since, the rules that changed and what they touch.

    PAGE is a title, or WIKI:TITLE where two wikis have it.
    """
    if page or by_revision or not (since or until or kind or label or severity):
        from ludex.commands.history import log as run

        run(find_project(config), site, " ".join(page) or None, since=since, as_json=as_json)
        return
    from ludex.commands.since import Wish, log_since

    log_since(
        find_project(config), site, since, Wish(until=until, kind=kind, label=label, severity=severity), as_json=as_json
    )


@main.command(short_help="Show what changed between two revisions.")
@click.argument("page")
@click.argument("old", required=False)
@click.argument("new", required=False)
@config_option
@site_option
@click.option("--word-diff", is_flag=True, help="Mark words as [-removed-] and {+added+}, also in a pipe.")
@json_option
def diff(page: str, old: str | None, new: str | None, config: Path | None, site: Path | None, word_diff: bool, as_json: bool) -> None:  # fmt: skip
    """Show what changed in PAGE between two revisions [default: the last two].

    PAGE is a title, or WIKI:TITLE where two wikis have it; or the name of an entry, to see its own text alone. OLD
    and NEW are revisions as `ludex log PAGE` names them, or dates: what held then.
    """
    from ludex.commands.diff import diff as run

    run(find_project(config), site, page, old, new, word_diff=word_diff, as_json=as_json)


@main.command(short_help="Report everything that is doubted.")
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path), metavar="[SOURCE]...")
@config_option
@format_option
@profile_option
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    metavar="FILE.csv",
    help="Compare weapon profiles with another table: columns edition, name, mode, burst, damage, ammo, range_bands_inches.",
)
@click.option("--all", "whole", is_flag=True, help="Everything that is said of each code, not only the commonest.")
@json_option
def check(sources: tuple[Path, ...], config: Path | None, format_name: str | None, profile: str | None, against: Path | None, whole: bool, as_json: bool) -> None:  # fmt: skip
    """Read everything and report what is doubted; exit with 1 on errors, or where [check] of ludex.toml says so.

    Nothing that is read here stays in the archive.
    """
    from ludex.commands.check import check as run

    failed = run(
        find_project(config),
        sources,
        Wishes(format=format_name, profile=profile, keep=False),
        against=against,
        whole=whole,
        as_json=as_json,
    )
    sys.exit(1 if failed else 0)


@main.command(short_help="Write a commented ludex.toml.")
@click.argument("folder", default=".", type=click.Path(path_type=Path))
@click.option("--profile", "with_profile", is_flag=True, help="Write a profile.toml too, for a game of your own.")
def init(folder: Path, with_profile: bool) -> None:
    """Write a commented ludex.toml into FOLDER [default: the one you stand in]."""
    from ludex.commands.init import init as run

    run(folder, with_profile=with_profile)


@main.command(short_help="Preview the site on this machine.")
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path), metavar="[SOURCE]...")
@config_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the site [default: the configuration's, else build/site].",
)
@profile_option
@keep_option
@click.option(
    "--port",
    default=8000,
    type=click.IntRange(0, 65535),
    metavar="N",
    help="Port on 127.0.0.1 [default: 8000]; 0 takes a free one.",
)
def serve(sources: tuple[Path, ...], config: Path | None, output: Path | None, profile: str | None, keep: bool, port: int) -> None:  # fmt: skip
    """Preview the site on this machine and build it again when a source changes."""
    from ludex.commands.serve import serve as run

    run(find_project(config), sources, output, Wishes(profile=profile, keep=keep), port=port)
