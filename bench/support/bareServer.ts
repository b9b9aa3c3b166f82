import { createServer } from "node:http";

/**
 * Runs a server in a separate process that responds to every request with its first argument, to measure Node's cost per
 * request. Prints its port.
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
