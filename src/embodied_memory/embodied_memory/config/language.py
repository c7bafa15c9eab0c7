"""Which language model there is, how it is reached, and when it is left alone."""

from __future__ import annotations

from dataclasses import dataclass

REASONING = ("offline", "language", "auto")
"""What `MemoryConfig.reasoning` and `RolesConfig.reasoning` may be."""


@dataclass(frozen=True)
class RolesConfig:
    """Of a node that plans or talks; the memory node has the same among its own."""

    reasoning: str = "auto"
    """Who plays the roles that the papers give to a language model: offline (rules), language (a model, which must be
    configured), auto (a model where one is configured). Whatever a model fails at, the rules do."""


@dataclass(frozen=True)
class LanguageConfig:
    """Of any OpenAI-compatible server. Rests are counted in calls, not in time, so that a run can be repeated."""

    server_url: str = ""
    """Where the server's API begins, as http://127.0.0.1:8000/v1; empty: there is no server."""
    model: str = "Qwen/Qwen2.5-VL-7B-Instruct"
    """Its name at the server."""
    api_key_variable: str = ""
    """Name of the environment variable that holds the server's key; empty: it wants none."""
    connect_timeout_s: float = 3.0
    """Until the connection stands."""
    first_token_timeout_s: float = 20.0
    """From the request to the first piece of the reply's text; means nothing without streaming."""
    reply_timeout_s: float = 60.0
    """From the request to the end of the reply, a second try included."""
    queue_timeout_s: float = 20.0
    """A request that waits longer than this for its turn is given up."""
    concurrency: int = 4
    """So many requests are under way at once, at most."""
    temperature: float = 0.0
    """0: the likeliest reply, so that the same request gets the same reply."""
    max_tokens: int = 1024
    """Of one reply; what is cut off there is no reply."""
    max_reply_bytes: int = 4_000_000
    """Of all that the server sends for one reply (streaming takes some 250 bytes a token)."""
    stream: bool = True
    """False: replies come in one piece, for servers that cannot stream."""
    send_images: bool = True
    """False: pictures are left out, for models that do not see."""
    transcript_file: str = ""
    """File that every request and reply is appended to, a JSON object a line; empty: none."""
    transcript_max_mb: float = 64.0
    """A file that has grown to half of this is set aside as FILE.1, in the place of an earlier one."""
    transcript_images: bool = False
    """True: images are written too, not their digests alone."""
    replay_file: str = ""
    """A transcript whose replies are given in the place of a server's; for runs that are to be repeated."""
    failures_to_rest: int = 3
    """After so many failures in a row the model is not asked for a while."""
    rest_calls: int = 20
    """So many calls are then answered offline before it is tried again; twice as many each time that fails."""
    longest_rest_calls: int = 640
    """A rest is never longer than this."""
