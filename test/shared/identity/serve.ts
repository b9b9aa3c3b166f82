import type { IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { startServer } from "#test/support/localServer.ts";

/** Server for this test, stopped at the end of the test. Returns its URL. */
export async function serve(
  answer: (response: ServerResponse, request: IncomingMessage) => unknown,
): Promise<string> {
  const { url, close } = await startServer((request, response) => void answer(response, request));
  onTestFinished(close);
  return url;
}
