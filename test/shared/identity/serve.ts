import type { IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { startServer } from "#test/support/localServer.ts";

/** A server for this test, which ends with it. Returns its address. */
export async function serve(
  answer: (response: ServerResponse, request: IncomingMessage) => unknown,
): Promise<string> {
  const { url, close } = await startServer((request, response) => void answer(response, request));
  onTestFinished(close);
  return url;
}
