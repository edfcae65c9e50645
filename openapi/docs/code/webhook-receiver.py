import base64
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
# Keep these in your database: what was received, and how far each run is known to be.
received = set()
versions = {}


def is_genuine(headers, body):
    """By the Standard Webhooks specification: signed with our secret, and fresh."""
    message_id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "0")
    signed = f"{message_id}.{sent_at}.".encode() + body
    expected = base64.b64encode(hmac.digest(SECRET, signed, "sha256")).decode()
    given = headers.get("webhook-signature", "").split()
    is_fresh = sent_at.isdecimal() and abs(time.time() - int(sent_at)) < 300
    return is_fresh and any(hmac.compare_digest(f"v1,{expected}", each) for each in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not is_genuine(self.headers, body):
            self.answer(400)
            return
        event, message_id = json.loads(body), self.headers["webhook-id"]
        data = event["data"]
        # A message comes at least once, and one that was sent once more can be older than what is known.
        if message_id not in received and event["type"].startswith("run."):
            if data["version"] > versions.get(data["id"], 0):
                versions[data["id"]] = data["version"]
                print(data["id"], data["state"], data.get("chargedAmount", 0), flush=True)
        received.add(message_id)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        """Says nothing of each request."""


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
