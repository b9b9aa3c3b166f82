import type { Server } from "node:http";
import { createServer, type Server as TlsServer } from "node:tls";
import type { Certificate } from "./newCertificate.ts";

/** Time for a handshake, in milliseconds. */
const HANDSHAKE_MS = 10_000;

/** Returns a server that answers as an HTTP server does, over TLS, within the limits of that server. */
export function tlsServer(server: Server, { certificate: cert, key }: Certificate): TlsServer {
  const secure = createServer({ cert, key, handshakeTimeout: HANDSHAKE_MS, ALPNProtocols: ["http/1.1"] });
  secure.on("secureConnection", (socket) => server.emit("connection", socket));
  // A client that does not trust the certificate ends the handshake.
  secure.on("tlsClientError", (_, socket) => socket.destroy());
  return secure;
}
