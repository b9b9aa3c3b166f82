import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server of the test's own, which ends with it. Returns its address. */
export async function serve(
  answer: (response: ServerResponse, request: IncomingMessage) => unknown,
): Promise<string> {
  const server = createServer((request, response) => void answer(response, request));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
