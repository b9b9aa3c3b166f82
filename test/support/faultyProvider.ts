import type { IncomingMessage, ServerResponse } from "node:http";
import { startServer } from "./localServer.ts";

/** Provider failure: no response, a closed connection, status 500, or a body that is not JSON. */
export type Failure = "none" | "timeout" | "reset" | "status 500" | "invalid JSON";

/** Proxy in front of an identity provider, with failures that a test controls. */
export interface FaultyProvider {
  url: string;
  /** URL to which requests are forwarded when there is no failure. */
  target: string;
  failure: Failure;
  /** Number of requests received. */
  requestCount: number;
  close: () => Promise<void>;
}

export async function startFaultyProvider(): Promise<FaultyProvider> {
  const { url, close } = await startServer((request, response) => {
    provider.requestCount += 1;
    answer(provider, request, response).catch(() => response.destroy());
  });
  const provider: FaultyProvider = {
    url,
    target: "",
    failure: "none",
    requestCount: 0,
    close,
  };
  return provider;
}

async function answer(
  { failure: mood, target }: FaultyProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (mood === "timeout") return;
  if (mood === "reset") return void response.destroy();
  if (mood === "status 500") return void response.writeHead(500).end("{}");
  if (mood === "invalid JSON") return void response.writeHead(200).end("<html>");
  const { authorization = "" } = request.headers;
  const passedOn = await fetch(`${target}${request.url}`, {
    method: request.method ?? "GET",
    headers: { authorization, "content-type": "application/json" },
    body: chunks.length > 0 ? Buffer.concat(chunks).toString() : null,
  });
  response.writeHead(passedOn.status, { "content-type": "application/json" }).end(await passedOn.text());
}
