"""A webhook receiver in Python that needs only the standard library.

    WEBHOOK_SECRET=whsec_... PORT=8000 python3 receiver.py

It answers 200 once it has stored an event, 503 if it can't store it, 401 if the signature doesn't match, and 4xx for any
other request. An event is only a report: read the inquiry's status before you act on it.
"""

import hashlib
import hmac
import json
import os
import sqlite3
import sys
import threading
import uuid
from base64 import urlsafe_b64decode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BODY_BYTES = 1024 * 1024
SECRET = os.environ["WEBHOOK_SECRET"]


def keys(secret):
    """The contract doesn't say how to derive the HMAC key from the secret (N15), so try each form."""
    bare = secret.removeprefix("whsec_")
    decoded = urlsafe_b64decode(bare.replace("+", "-").replace("/", "_") + "==")
    return [secret.encode(), bare.encode(), decoded]


def is_signed(body, header):
    """Hashes the raw bytes (W3, W4). Parsing and re-serialising the body would change them."""
    given = header.encode("latin-1", "replace").lower()
    digests = [hmac.new(key, body, hashlib.sha256).hexdigest() for key in keys(SECRET)]
    return any([hmac.compare_digest(given, b"sha256=" + digest.encode()) for digest in digests])


def parse_event(body):
    """The event's id and type; None if the body is no event (W6)."""
    try:
        event = json.loads(body.decode("utf-8-sig", "replace"))
        kind = event["type"]
        return (str(uuid.UUID(event["id"])), kind) if isinstance(kind, str) else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


class Events:
    """Stores each event once, by its signed id. A retry may have a new delivery id (N8, N11)."""

    def __init__(self, path):
        self.lock = threading.Lock()
        self.database = sqlite3.connect(path, check_same_thread=False)
        self.database.execute("CREATE TABLE IF NOT EXISTS event (id TEXT PRIMARY KEY, body BLOB NOT NULL)")

    def store(self, event_id, body):
        with self.lock, self.database:
            cursor = self.database.execute("INSERT OR IGNORE INTO event VALUES (?, ?)", (event_id, body))
            return "stored" if cursor.rowcount == 1 else "duplicate"


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_POST(self):
        body = self.read_body()
        if body is None:
            return self.answer(413, "too large, or without a length")
        if not is_signed(body, self.headers.get("X-Service-Signature", "")):
            return self.answer(401, "signature")
        event = parse_event(body)
        if event is None:
            return self.answer(400, "not an event")
        try:
            return self.answer(200, events.store(event[0], body))
        except sqlite3.Error:
            # Unless it gets a 2xx, the service sends the event again (N9).
            return self.answer(503, "not stored")

    def do_GET(self):
        self.answer(405, "POST only")

    do_PUT = do_PATCH = do_DELETE = do_GET

    def read_body(self):
        """The raw bytes; None if they exceed the limit."""
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            return self.read_chunks()
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MAX_BODY_BYTES:
            return None
        return self.rfile.read(int(length))

    def read_chunks(self):
        body = b""
        try:
            while size := int(self.rfile.readline(100).split(b";")[0], 16):
                if size < 0 or len(body) + size > MAX_BODY_BYTES:
                    return None
                body += self.rfile.read(size)
                self.rfile.readline(3)
            self.rfile.readline(3)
            return body
        except ValueError:
            return None

    def answer(self, status, outcome):
        text = json.dumps({"outcome": outcome}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(text)


if __name__ == "__main__":
    events = Events(os.environ.get("DATABASE", "events.db"))
    sys.setrecursionlimit(10_000)  # Event data may be nested deeper than Python's JSON parser allows by default.
    threading.stack_size(32 * 1024 * 1024)
    ThreadingHTTPServer.request_queue_size = 128
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver).serve_forever()
