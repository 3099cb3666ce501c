"""The client at a bank of its own, which answers what each test prepares. Run: python3 -m unittest discover tests"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from SDK_SNAKE import Client, NotFoundError, ServerError, is_from_bank  # noqa: E402


class FakeBank(BaseHTTPRequestHandler):
    answers: list[tuple[int, dict[str, str], object]] = []
    keys: list[str | None] = []
    paths: list[str] = []

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        self.rfile.read(length)
        FakeBank.keys.append(self.headers.get("Idempotency-Key"))
        FakeBank.paths.append(self.path)
        status, headers, body = FakeBank.answers.pop(0)
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_GET

    def log_message(self, *args: object) -> None:
        pass


class ClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.server = HTTPServer(("127.0.0.1", 0), FakeBank)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.shutdown()
        cls.server.server_close()

    def setUp(self) -> None:
        FakeBank.answers, FakeBank.keys, FakeBank.paths = [], [], []
        self.waits: list[float] = []
        url = f"http://127.0.0.1:{self.server.server_port}/"
        self.client = Client(url, "token", wait=self.waits.append)

    def test_repeats_a_write_under_one_key(self) -> None:
        FakeBank.answers = [(503, {"Retry-After": "3"}, {}), (200, {}, {"data": 1})]
        answer = self.client.http.call("POST", "/x", body={"amount": "1.00"})
        self.assertEqual(answer, {"data": 1})
        self.assertEqual(self.waits, [3.0])
        self.assertEqual(len(set(FakeBank.keys)), 1)
        self.assertIsNotNone(FakeBank.keys[0])

    def test_gives_up_in_the_end(self) -> None:
        FakeBank.answers = [(503, {}, {})] * 3
        with self.assertRaises(ServerError):
            self.client.http.call("GET", "/x")
        self.assertEqual(self.waits, [0.25, 0.5])

    def test_raises_the_refusal(self) -> None:
        refusal = {"error": {"code": "NOT_FOUND", "message": "No such thing."}, "request_id": "r1"}
        FakeBank.answers = [(404, {}, refusal)]
        with self.assertRaises(NotFoundError) as caught:
            self.client.http.call("GET", "/x/{id}", path_values={"id": "a/b"})
        self.assertEqual(caught.exception.code, "NOT_FOUND")
        self.assertEqual(caught.exception.request_id, "r1")
        self.assertEqual(FakeBank.paths, ["/x/a%2Fb"])

    def test_reads_every_page(self) -> None:
        FakeBank.answers = [
            (200, {}, {"data": [1, 2], "meta": {"last_page": 2}}),
            (200, {}, {"data": [3], "meta": {"last_page": 2}}),
        ]
        self.assertEqual(list(self.client.http.pages("/x", query={"per_page": 2})), [1, 2, 3])
        self.assertEqual(FakeBank.paths, ["/x?per_page=2&page=1", "/x?per_page=2&page=2"])

    def test_checks_webhooks(self) -> None:
        body = b'{"event":"transfer.completed"}'
        signature = hmac.new(b"secret", body, hashlib.sha256).hexdigest()
        self.assertTrue(is_from_bank(body, signature, "secret"))
        self.assertFalse(is_from_bank(body + b" ", signature, "secret"))
        self.assertFalse(is_from_bank(body, None, "secret"))


if __name__ == "__main__":
    unittest.main()
