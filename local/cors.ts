import type { IncomingMessage } from "node:http";
import type { Reply } from "#shared/http/apiEvent.ts";
import {
  ALLOWED_HEADERS,
  ALLOWED_METHODS,
  EXPOSED_HEADERS,
  PREFLIGHT_SECONDS,
} from "#shared/http/gateway/corsLists.ts";

const LOOPBACK = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/**
 * Cross-origin access for browser pages, as at the edge on AWS: for the web application's origin or, if there is none, for
 * pages from any address of this machine.
 */
export class Cors {
  readonly #appUrl: string | undefined;

  constructor(appUrl: string | undefined) {
    this.#appUrl = appUrl;
  }

  /** Returns the headers that let the requesting page read the response; empty for pages from other origins. */
  headers({ headers: { origin } }: IncomingMessage): Record<string, string> {
    const vary = { vary: "Origin" };
    if (origin === undefined || !this.#isAllowed(origin)) return vary;
    return {
      ...vary,
      "access-control-allow-origin": origin,
      "access-control-expose-headers": EXPOSED_HEADERS.join(", "),
    };
  }

  /** Returns the response to a preflight request; null for any other request. */
  preflight(request: IncomingMessage): Reply | null {
    const { method, headers } = request;
    if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return null;
    const allowed = headers.origin !== undefined && this.#isAllowed(headers.origin);
    const answer = {
      "access-control-allow-methods": ALLOWED_METHODS.join(", "),
      "access-control-allow-headers": ALLOWED_HEADERS.join(", "),
      "access-control-max-age": String(PREFLIGHT_SECONDS),
    };
    return {
      statusCode: 204,
      headers: { "cache-control": "no-store", ...(allowed ? answer : {}) },
      body: "",
    };
  }

  #isAllowed(origin: string): boolean {
    return this.#appUrl ? origin === new URL(this.#appUrl).origin : LOOPBACK.test(origin);
  }
}
