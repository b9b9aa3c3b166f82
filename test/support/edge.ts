import { type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { buffer } from "node:stream/consumers";
import { type LocalServer, startServer } from "./localServer.ts";

/** Request on its way through an edge, with its complete body. */
export interface Passing {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Passed {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Handler of an edge request: `pass` forwards it, unchanged or modified. */
export type Meddle = (request: Passing, pass: (request: Passing) => Promise<Passed>) => Promise<Passed>;

/** Runs in front of a server and modifies requests and responses with `meddle`. */
export async function startEdge(target: string, meddle: Meddle): Promise<LocalServer> {
  return await startServer(async (request, response) => {
    try {
      const { method = "GET", url: path = "/", headers } = request;
      const body = await buffer(request);
      const answer = await meddle({ method, path, headers, body }, (changed) => pass(target, changed));
      const { "content-length": _, "transfer-encoding": __, ...kept } = answer.headers;
      const isHead = method === "HEAD";
      response.writeHead(answer.status, {
        ...kept,
        ...(isHead ? {} : { "content-length": answer.body.length }),
      });
      response.end(isHead ? undefined : answer.body);
    } catch {
      response.destroy();
    }
  });
}

/** The Host header remains as sent by the client, because signatures cover it. */
async function pass(target: string, { method, path, headers, body }: Passing): Promise<Passed> {
  const { hostname, port } = new URL(target);
  const { "content-length": _, "transfer-encoding": __, expect: ___, ...kept } = headers;
  return await new Promise((resolve, reject) => {
    const sent = {
      ...kept,
      ...(body.length > 0 || method !== "GET" ? { "content-length": body.length } : {}),
    };
    const call = requestHttp({ method, path, hostname, port, headers: sent }, async (response) => {
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: await buffer(response),
      });
    });
    call.once("error", reject);
    call.end(body);
  });
}

export function json(status: number, body: object): Passed {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(body)),
  };
}
