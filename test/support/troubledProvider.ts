import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** `slow` never answers; `refuses` breaks the connection off; `fails` answers with a 500; `babbles` with what is no JSON. */
export type Mood = "well" | "slow" | "refuses" | "fails" | "babbles";

/** Stands before an identity provider, and is as well as a test wants it to be. */
export interface TroubledProvider {
  url: string;
  /** Where requests go while it is well. */
  target: string;
  mood: Mood;
  /** How many requests came. */
  asked: number;
  close: () => Promise<void>;
}

export async function startTroubledProvider(): Promise<TroubledProvider> {
  const server = createServer((request, response) => {
    provider.asked += 1;
    answer(provider, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const provider: TroubledProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: "",
    mood: "well",
    asked: 0,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return provider;
}

async function answer(
  { mood, target }: TroubledProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (mood === "slow") return;
  if (mood === "refuses") return void response.destroy();
  if (mood === "fails") return void response.writeHead(500).end("{}");
  if (mood === "babbles") return void response.writeHead(200).end("<html>");
  const { authorization = "" } = request.headers;
  const passedOn = await fetch(`${target}${request.url}`, {
    method: request.method ?? "GET",
    headers: { authorization, "content-type": "application/json" },
    body: chunks.length > 0 ? Buffer.concat(chunks).toString() : null,
  });
  response.writeHead(passedOn.status, { "content-type": "application/json" }).end(await passedOn.text());
}
