import type { ApiEvent } from "../apiEvent.ts";

/** Host names by which a client may reach the platform; other host names are not echoed in responses. */
const HOST = /^[A-Za-z0-9.:[\]-]{1,255}$/;
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Returns the base address for further requests by a client of Trino's protocol: the region's address or, for a platform on
 * one machine, the address that the client used, which may have another port and use TLS.
 */
export function statementBase({ apiUrl }: { apiUrl: string }, headers: ApiEvent["headers"]): string {
  const { host, "x-forwarded-proto": protocol } = headers;
  if (!LOOPBACK.includes(new URL(apiUrl).hostname) || host === undefined || !HOST.test(host)) return apiUrl;
  return `${protocol === "https" ? "https" : "http"}://${host}`;
}

/** Position of a result page, which is part of its address. */
export interface PagePlace {
  workspace: string;
  id: string;
  /** Signature of the address. */
  slug: string;
  page: number;
}

export function pageUri(base: string, { workspace, id, slug, page }: PagePlace): string {
  return `${base}/v1/statement/${encodeURIComponent(workspace)}/${id}/${slug}/${page}`;
}
