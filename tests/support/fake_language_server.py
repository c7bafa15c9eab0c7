"""An OpenAI-compatible server that says what the test wrote down, and the ways in which a server misbehaves."""

from __future__ import annotations

import contextlib
import gzip
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PIECE = 12
"""Characters a chunk of a stream."""


@dataclass
class Asked:
    """A request as it came."""

    path: str
    headers: dict
    body: dict = field(repr=False)

    @property
    def shape(self):
        """Name of the shape asked for, "" if none was."""
        return self.body.get("response_format", {}).get("json_schema", {}).get("name", "")

    @property
    def prompt(self):
        """The text of what is asked: the first message that is the person's."""
        content = next(one["content"] for one in self.body["messages"] if one["role"] == "user")
        return content if isinstance(content, str) else content[0]["text"]


class Handler(BaseHTTPRequestHandler):
    """What a misbehaviour writes to."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        asked = Asked(self.path, dict(self.headers.items()), body)
        self.server.fake.asked.append(asked)
        said = self.server.fake.say(asked)
        with contextlib.suppress(OSError):
            (answer(said) if isinstance(said, str) else said)(self, asked)

    def do_GET(self):
        self.server.fake.asked.append(Asked(self.path, dict(self.headers.items()), {}))
        whole(self, b"{}")

    def log_message(self, *args):
        pass

    def begin(self, status=200, kind="text/event-stream", **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def begin_stream(self):
        self.begin(Transfer_Encoding="chunked")

    def chunk(self, content):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(content), content))
        self.wfile.flush()

    def event(self, data):
        self.chunk(b"data: " + (data if isinstance(data, bytes) else json.dumps(data).encode()) + b"\n\n")

    def hang(self, seconds=60.0):
        """Until the test is over. True if it is."""
        return self.server.fake.over.wait(seconds)

    def die(self):
        self.close_connection = True
        self.connection.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        """Clients that hang up are what is tested."""


class FakeLanguageServer:
    """say: a function of Asked that gives a text, or a misbehaviour as made below."""

    def __init__(self, say):
        self.say = say
        self.asked = []
        self.over = threading.Event()
        self._server = _Server(("127.0.0.1", 0), Handler)
        self._server.fake = self
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def close(self):
        self.over.set()
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def answer(text, finish="stop", usage=(7, 3)):
    """As a server should: in pieces with usage at the end where a stream is asked for, else whole."""

    def send(handler, asked):
        told = dict(zip(("prompt_tokens", "completion_tokens"), usage, strict=True)) | {"total_tokens": sum(usage)}
        if not asked.body.get("stream"):
            message = {"role": "assistant", "content": text}
            return whole(handler, json.dumps(completion(message=message, finish=finish, usage=told)).encode())
        handler.begin_stream()
        handler.event(piece({"role": "assistant", "content": ""}))
        for begin in range(0, len(text), max(PIECE, len(text) // 8)):
            handler.event(piece({"content": text[begin : begin + max(PIECE, len(text) // 8)]}))
        handler.event(piece({}, finish))
        if asked.body.get("stream_options", {}).get("include_usage"):
            handler.event({**_envelope("chat.completion.chunk"), "choices": [], "usage": told})
        handler.event(b"[DONE]")
        return handler.chunk(b"")

    return send


def completion(message, finish="stop", usage=None):
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {**_envelope("chat.completion"), "choices": [choice], "usage": usage}


def piece(delta, finish=None):
    return {**_envelope("chat.completion.chunk"), "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def _envelope(kind):
    return {"id": "1", "object": kind, "created": 1, "model": "fake"}


def whole(handler, body, status=200, kind="application/json", **headers):
    handler.begin(status, kind, Content_Length=str(len(body)), **headers)
    handler.wfile.write(body)


def status(code, message="no", **headers):
    """An error, as such servers word it."""
    body = json.dumps({"error": {"message": message, "type": "x", "code": code}}).encode()
    return lambda handler, asked: whole(handler, body, code, **headers)


def redirect(url):
    return lambda handler, asked: whole(handler, b"", 307, Location=url)


def body(content, kind="application/json"):
    """Whatever bytes, in one piece."""
    return lambda handler, asked: whole(handler, content, kind=kind)


def compressed(content):
    """Few bytes that become many."""
    return lambda handler, asked: whole(handler, gzip.compress(content), Content_Encoding="gzip")


def hang_before_headers(handler, asked):
    handler.hang()


def hang_after_headers(handler, asked):
    handler.begin_stream()
    handler.hang()


def hang_in_mid_answer(handler, asked):
    handler.begin_stream()
    handler.event(piece({"content": '{"word"'}))
    handler.hang()


def die_in_mid_answer(handler, asked):
    handler.begin_stream()
    handler.event(piece({"content": '{"word": "yes"}'}))
    handler.die()


def end_without_an_end(handler, asked):
    handler.begin_stream()
    handler.event(piece({"content": '{"word": "yes"}'}))
    handler.chunk(b"")


def die_before_headers(handler, asked):
    handler.die()


def broken_event(handler, asked):
    handler.begin_stream()
    handler.event(b'{"choices": [{"delta"')
    handler.chunk(b"")


def error_event(handler, asked):
    handler.begin_stream()
    handler.event(piece({"content": "{"}))
    handler.event({"error": {"message": "out of memory"}})
    handler.chunk(b"")


def events(*told):
    """A stream of just these."""

    def send(handler, asked):
        handler.begin_stream()
        for one in told:
            handler.event(one)
        handler.chunk(b"")

    return send


def dribble_headers(handler, asked):
    """A byte of a header now and then, without end."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while not handler.hang(0.02):
        handler.wfile.write(b"a")
        handler.wfile.flush()


def dribble_comments(handler, asked):
    """Signs of life, and nothing else."""
    handler.begin_stream()
    while not handler.hang(0.02):
        handler.chunk(b":\n")


def dribble_answer(handler, asked):
    """A letter now and then."""
    handler.begin_stream()
    while not handler.hang(0.02):
        handler.event(piece({"content": "a"}))


def flood(handler, asked):
    """An answer without end, as fast as it goes."""
    handler.begin_stream()
    while not handler.hang(0):
        handler.event(piece({"content": "a" * 10_000}))


def flood_without_lines(handler, asked):
    """An event without end."""
    handler.begin_stream()
    while not handler.hang(0):
        handler.chunk(b"data: " + b"a" * 65_536)
