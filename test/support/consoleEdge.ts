import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { type ConsoleAddresses, consoleHeaders } from "#build/console/consoleHeaders.ts";
import type { WrittenConsole } from "#build/console/writeConsole.ts";
import { consoleRequestCode } from "#infra/constructs/edge/consoleRequest.ts";
import { type LocalServer, startServer } from "./localServer.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".woff2": "font/woff2",
};

/** Serves the written console at a separate address with the same code and headers as the distribution on AWS. */
export async function startConsoleEdge(
  written: WrittenConsole,
  addresses: ConsoleAddresses,
): Promise<LocalServer> {
  const context: { handler?: (event: object) => { uri: string } } = {};
  runInNewContext(`${consoleRequestCode(addresses.platformUrl)}; this.handler = handler;`, context);
  const read = (path: string): Promise<Buffer | null> => {
    const { directory } = path.startsWith("/assets/") ? written.assets : written.pages;
    return readFile(join(directory, path)).catch(() => null);
  };
  return await startServer(async ({ url = "/" }, response) => {
    const path = context.handler?.({ request: { uri: new URL(url, "http://x").pathname } }).uri ?? "";
    const body = await read(path);
    const type = body ? TYPES[extname(path)] : TYPES[".html"];
    response.writeHead(body ? 200 : 404, { ...consoleHeaders(addresses), "content-type": type });
    response.end(body ?? (await read("/index.html")));
  });
}
