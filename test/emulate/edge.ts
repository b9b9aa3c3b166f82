import { createServer, request as requestHttp, type Server } from "node:http";
import { Agent, request as requestHttps } from "node:https";
import { runInNewContext } from "node:vm";
import { viewerRequestCode } from "#infra/constructs/edge/viewerRequest.ts";
import { EDGE_HEADER } from "#shared/http/gateway/edgeHeader.ts";

/** Origins of one place's edge. */
export interface Origins {
  /** Origin of the web application. */
  appUrl: string;
  /** Value of the edge header. */
  secret: string;
  /** URL of the API stage. */
  api: URL;
  /** Upload path and the URL of the upload server; null if the place has none. */
  uploads: { path: RegExp; url: URL } | null;
}

interface ViewerRequest {
  method: string;
  uri: string;
  headers: Record<string, { value: string }>;
}

interface ViewerAnswer {
  statusCode?: number;
  headers?: Record<string, { value: string }>;
  uri: string;
}

/**
 * Replacement for the distribution of a place: runs the code that CloudFront runs for each request, adds the edge's secret,
 * and streams bodies. Returns the listening server.
 */
export async function startEdge(port: number, origins: Origins): Promise<Server> {
  const handler = runInNewContext(`${viewerRequestCode(origins.appUrl)}; handler`) as (event: {
    viewer: { ip: string };
    request: ViewerRequest;
  }) => ViewerAnswer;
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const [path = "/", query] = (incoming.url ?? "/").split(/\?(.*)/s);
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, { value: String(value) }]),
    );
    const answer = handler({
      viewer: { ip: incoming.socket.remoteAddress ?? "" },
      request: { method: incoming.method ?? "GET", uri: path, headers },
    });
    if (answer.statusCode !== undefined) {
      const sent = Object.entries(answer.headers ?? {}).map(([name, { value }]) => [name, value]);
      outgoing.writeHead(answer.statusCode, Object.fromEntries(sent)).end();
      return;
    }
    const { uploads } = origins;
    const target = uploads?.path.test(answer.uri) ? uploads.url : origins.api;
    const isHttps = target.protocol === "https:";
    const { host: _, expect: __, ...kept } = incoming.headers;
    const call = (isHttps ? requestHttps : requestHttp)(
      {
        hostname: target.hostname,
        port: target.port,
        path: `${target.pathname.replace(/\/$/, "")}${answer.uri}${query === undefined ? "" : `?${query}`}`,
        method: incoming.method,
        headers: {
          accept: "*/*",
          ...kept,
          "user-agent": answer.headers?.["user-agent"]?.value,
          host: target.host,
          [EDGE_HEADER]: origins.secret,
        },
        ...(isHttps && { agent }),
      },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    call.once("error", (error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end(String(error));
    });
    incoming.pipe(call);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return server;
}
