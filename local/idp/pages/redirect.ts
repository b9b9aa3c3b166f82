import type { ServerResponse } from "node:http";

/** Browser redirect to another URL, by GET. */
export class Redirect {
  readonly #headers: Record<string, string>;

  constructor(location: string, headers: Record<string, string> = {}) {
    this.#headers = { ...headers, location, "cache-control": "no-store", "referrer-policy": "no-referrer" };
  }

  send(outgoing: ServerResponse): void {
    outgoing.writeHead(303, this.#headers);
    outgoing.end();
  }
}
