"""`embodied-memory language ...`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from embodied_memory.config import LanguageConfig
from embodied_memory.language.exchange import Exchange
from embodied_memory.language.server_model import ConfiguredModel, make_language_model
from embodied_memory.language.transcript import TranscriptError, read_transcript
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.request_error import RequestError
from embodied_memory_tools.language.play_roles import play_roles
from embodied_memory_tools.language.replay_transcript import Comparison, replay_transcript
from embodied_memory_tools.language.role_plays import ROLE_PLAYS, shapes
from embodied_memory_tools.language.show_roles import roles_table

app = typer.Typer(no_args_is_help=True, help="Try a language model server; look into what was said to it.")
transcripts = typer.Typer(no_args_is_help=True, help="Transcripts: what a language model was asked, and said.")
app.add_typer(transcripts, name="transcript")

DEFAULTS = LanguageConfig()
Server = Annotated[str, typer.Option("--server", help="Where its API begins, as http://127.0.0.1:8000/v1.")]
Model = Annotated[str, typer.Option("--model", help="The model's name at the server.")]
KeyVariable = Annotated[str, typer.Option("--api-key-variable", help="Environment variable that holds its key.")]
Late = Annotated[float, typer.Option("--timeout-s", min=0.1, help="For one reply, a second try included.")]
File = Annotated[Path, typer.Argument(help="A transcript: the file that language.transcript_file names.")]
_SHOWN = 100


@app.callback()
def language_group() -> None:
    """Try a language model server; look into what was said to it."""


@transcripts.callback()
def transcript_group() -> None:
    """Transcripts: what a language model was asked, and said."""


@app.command()
def check(
    server: Server,
    model: Model = DEFAULTS.model,
    api_key_variable: KeyVariable = "",
    timeout_s: Late = DEFAULTS.reply_timeout_s,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How often, each time with other names.")] = 1,
    transcript: Annotated[
        Path | None, typer.Option("--transcript", help="Write down what is asked and said.")
    ] = None,
) -> None:
    """Let a server play every role once or more; the exit code is 1 if a role had no valid reply.

    Example: `embodied-memory language check --server http://127.0.0.1:8000/v1`
    """
    with _served(server, model, api_key_variable, timeout_s, transcript) as asked:
        results = play_roles(asked, ROLE_PLAYS, rounds)
    output.print(roles_table(results))
    silent = [result.role for result in results if not result.valid]
    if silent:
        output.print(f"without a valid reply: {', '.join(silent)}; the rules play these", soft_wrap=True)
        raise typer.Exit(1)


@transcripts.command("show")
def show_transcript(
    file: File,
    role: Annotated[str, typer.Option("--role", help="Of this role alone.")] = "",
    failed: Annotated[bool, typer.Option("--failed", help="Only what had no valid reply.")] = False,
    whole: Annotated[bool, typer.Option("--whole", help="Prompts and replies at full length.")] = False,
) -> None:
    """List what was asked and said, one request after the other.

    Example: `embodied-memory language transcript show said.jsonl --failed`
    """
    for number, exchange in enumerate(_read(file), start=1):
        if (role and exchange.role != role) or (failed and exchange.failure is None):
            continue
        tokens = f"{exchange.prompt_tokens} + {exchange.completion_tokens} tokens"
        output.print(
            f"[bold]{number}. {escape(exchange.role)}[/]: {exchange.outcome}, {exchange.latency_s:.2f} s, {tokens}",
            soft_wrap=True,
        )
        told = [("told", exchange.system)] if exchange.system else []
        for mark, text in (*told, ("asked", exchange.prompt), *(("said", reply) for reply in exchange.replies)):
            output.print(f"  {mark}: {escape(_shown(text, whole))}", soft_wrap=True)


@transcripts.command("replay")
def replay(
    file: File,
    server: Server = "",
    model: Model = DEFAULTS.model,
    api_key_variable: KeyVariable = "",
    timeout_s: Late = DEFAULTS.reply_timeout_s,
) -> None:
    """Read the replies again with today's shapes or, with --server, ask it the same and compare.

    Example: `embodied-memory language transcript replay said.jsonl --server http://127.0.0.1:8000/v1`
    """
    if not server:
        output.print(_comparison_table(replay_transcript(_read(file), shapes())))
        return
    with _served(server, model, api_key_variable, timeout_s) as asked:
        output.print(_comparison_table(replay_transcript(_read(file), shapes(), asked)))


@contextmanager
def _served(
    server: str, model: str, api_key_variable: str, timeout_s: float, transcript: Path | None = None
) -> Iterator[ConfiguredModel]:
    """Raises RequestError for settings that make no sense."""
    config = LanguageConfig(
        server_url=server,
        model=model,
        api_key_variable=api_key_variable,
        first_token_timeout_s=timeout_s,
        reply_timeout_s=timeout_s,
        transcript_file=str(transcript or ""),
    )
    try:
        asked = make_language_model(config)
    except ValueError as error:
        raise RequestError(str(error)) from error
    if asked is None:
        raise RequestError("give a server: --server http://127.0.0.1:8000/v1")
    try:
        yield asked
    finally:
        asked.close()


def _read(file: Path) -> Iterator[Exchange]:
    """Raises RequestError for a file that is no transcript."""
    try:
        yield from read_transcript(file)
    except TranscriptError as error:
        raise RequestError(str(error)) from error


def _shown(text: str, whole: bool) -> str:
    plain = " ".join(text.split())
    return text if whole else plain[:_SHOWN] + ("..." if len(plain) > _SHOWN else "")


def _comparison_table(told: dict[str, Comparison]) -> Table:
    table = Table()
    table.add_column("role")
    for heading in ("requests", "left out", "valid then", "valid now", "same"):
        table.add_column(heading, justify="right")
    for role, one in sorted(told.items()):
        table.add_row(role, *map(str, (one.requests, one.left_out, one.valid_then, one.valid_now, one.same)))
    return table
