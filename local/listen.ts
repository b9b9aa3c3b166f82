import type { Server as HttpServer } from "node:http";
import type { Server } from "node:net";

/** Problem that the user who starts the platform can fix; shown without a stack trace. */
export class StartError extends Error {
  override readonly name: string = "StartError";
}

/** A port that another program uses. */
export class PortInUse extends StartError {
  override readonly name = "PortInUse";

  constructor(port: number, purpose: string) {
    super(`Port ${port} (${purpose}) is already in use on 127.0.0.1.`);
  }
}

/** Listens on loopback; if the port is in use, the error names it. */
export async function listen(server: Server, port: number, what: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new PortInUse(port, what) : error);
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}

/** Interval for closing idle connections while a server shuts down, in milliseconds. */
const IDLE_CHECK_MS = 20;

/** Stops a server: in-flight requests get `graceMs` milliseconds to finish, then their connections are closed. */
export async function closeServer(
  server: HttpServer,
  { graceMs = 2_000 }: { graceMs?: number } = {},
): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Otherwise, a client would send its next request over its open connection.
  server.prependListener("request", (_, response) => response.setHeader("connection", "close"));
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
