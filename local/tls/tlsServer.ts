import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createServer, type Server as TlsServer } from "node:tls";
import type { Certificate } from "./newCertificate.ts";

/** Maximum handshake duration, in milliseconds. */
const HANDSHAKE_MS = 10_000;
/** Interval for closing idle connections while a server shuts down, in milliseconds. */
const IDLE_CHECK_MS = 20;

export interface SecureServer {
  server: TlsServer;
  /** Stops the server: in-flight requests get `graceMs` milliseconds to finish, then their connections are closed. */
  close: (graceMs?: number) => Promise<void>;
}

/** Returns a server that responds as an HTTP server does, but over TLS, within the limits of that server. */
export function tlsServer(http: Server, { certificate: cert, key }: Certificate): SecureServer {
  const server = createServer({ cert, key, handshakeTimeout: HANDSHAKE_MS, ALPNProtocols: ["http/1.1"] });
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("secureConnection", (socket) => http.emit("connection", socket));
  // A client that does not trust the certificate aborts the handshake.
  server.on("tlsClientError", (_, socket) => socket.destroy());
  return {
    server,
    close: async (graceMs = 2_000) => {
      const closed = new Promise((resolve) => server.close(resolve));
      // The HTTP server knows which connections are idle, but no longer closes them itself once it has been closed.
      const idle = setInterval(() => http.closeIdleConnections(), IDLE_CHECK_MS);
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, graceMs);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}
