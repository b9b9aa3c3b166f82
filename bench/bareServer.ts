import { createServer } from "node:http";

/**
 * A server that answers every request with the text of its first argument and does nothing else, in a process of its own:
 * what Node itself takes for a request. Prints its port.
 */
function serve(body: string): void {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") console.log(address.port);
  });
  process.stdin.resume().on("end", () => process.exit(0));
}

if (import.meta.main) serve(process.argv[2] ?? "");
