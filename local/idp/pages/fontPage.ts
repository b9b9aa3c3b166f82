import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { Route } from "../exchange.ts";

export const FONT_PATH = "/local/inter.woff2";
const FILE = createRequire(import.meta.url).resolve(
  "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
);

/** Font of the provider's pages. */
export class FontFile {
  readonly #body: Uint8Array;

  constructor(body: Uint8Array) {
    this.#body = body;
  }

  send(outgoing: ServerResponse): void {
    outgoing.writeHead(200, {
      "content-type": "font/woff2",
      "cache-control": "public, max-age=86400",
      "x-content-type-options": "nosniff",
    });
    outgoing.end(this.#body);
  }
}

export const fontPage: Route = {
  method: "GET",
  path: FONT_PATH,
  access: "page",
  handle: async () => new FontFile(await readFile(FILE)),
};
