import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from model_run_client import WebhookVerificationError, verify_webhook
from model_run_client.models import RunEvent

# Keep these in your database: what was received, and how far each run is known to be.
received: set[str] = set()
versions: dict[str, int] = {}


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify_webhook(os.environ["WEBHOOK_SECRET"], dict(self.headers), body)
        except WebhookVerificationError:
            self.answer(400)
            return
        message_id = self.headers["webhook-id"]
        # A message comes at least once, and one that was sent once more can be older than what is known.
        if message_id not in received and isinstance(event, RunEvent):
            run = event.data
            if run.version > versions.get(run.id, 0):
                versions[run.id] = run.version
                print(run.id, run.state, run.charged_amount or 0, flush=True)
        received.add(message_id)
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing of each request."""


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
