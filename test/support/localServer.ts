import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Test server on a free port of this machine. */
export interface LocalServer {
  url: string;
  port: number;
  /** Stops the server and closes all of its connections. */
  close: () => Promise<void>;
}

export async function startServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
