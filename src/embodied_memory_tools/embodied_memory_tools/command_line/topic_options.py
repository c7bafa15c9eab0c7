"""Options that say how a recording is to be read, the same for every command that reads one."""

from __future__ import annotations

import functools
import inspect
import shlex
from collections.abc import Callable
from typing import Annotated, Any, get_type_hints

import typer

from embodied_memory_tools.bags.read_options import READ_OPTIONS, ReadOption, settings_from
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.command_line.request_error import RequestError

_CAMERA = ("fx", "fy", "cx", "cy")


def with_recording_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with all these options; it gets what was given as its argument `settings`."""

    @functools.wraps(command)
    def called(**values: Any) -> None:
        four = [values.pop(name) for name in _CAMERA]
        chosen = {option.name: values.pop(option.name) for option in READ_OPTIONS}
        command(**values, settings=_settings(chosen, four))

    hints = get_type_hints(command, include_extras=True)
    own = [
        parameter.replace(annotation=hints[name])
        for name, parameter in inspect.signature(command).parameters.items()
        if name != "settings"
    ]
    parameters = [*own, *map(_parameter, READ_OPTIONS), *map(_camera_parameter, _CAMERA)]
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters} | {"return": None}
    del called.__wrapped__  # type: ignore[attr-defined]
    return called


def words_of(settings: ReadSettings) -> str:
    """What was given, as it is written on a command line; empty where everything is usual."""
    words: list[str] = []
    for option in READ_OPTIONS:
        value = option.of(settings)
        if value == option.default:
            continue
        if isinstance(value, bool):
            words.append(_words(option).split("/")[0 if value else 1])
        else:
            words += [_words(option), shlex.quote(str(value))]
    return " ".join(words)


def _settings(chosen: dict[str, Any], four: list[float | None]) -> ReadSettings:
    if any(value is not None for value in four):
        if None in four:
            raise RequestError(
                "--fx, --fy, --cx and --cy belong together: give all four, or --intrinsics 'fx fy cx cy'"
            )
        chosen["intrinsics"] = " ".join(f"{value:.10g}" for value in four)
    return settings_from(chosen)


def _words(option: ReadOption) -> str:
    """As it is written; what holds by default can be switched off."""
    words = "--" + option.name.replace("_", "-")
    return f"{words}/--no-{option.name}" if option.default is True else words


def _parameter(option: ReadOption) -> inspect.Parameter:
    place = inspect.Parameter.KEYWORD_ONLY
    shown = typer.Option(_words(option), help=option.help)
    return inspect.Parameter(option.name, place, default=option.default, annotation=Annotated[option.kind, shown])


def _camera_parameter(name: str) -> inspect.Parameter:
    said = "Focal length" if name.startswith("f") else "Principal point"
    kind = Annotated[float | None, typer.Option(f"--{name}", help=f"{said} of colour, pixels; or see --intrinsics.")]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
