"""HTTP test server with responses defined by functions."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def serving(answer):
    """Serves on a free port. `answer` receives the request handler and the number of previous requests."""
    count = 0

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            nonlocal count
            self.rfile.read(int(self.headers.get("content-length", 0)))
            count += 1
            answer(self, count - 1)

        do_POST = do_GET

        def log_message(self, *_):
            pass

        def reply(self, status, body=b"{}", **headers):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", lambda: count
    finally:
        server.shutdown()
        server.server_close()
