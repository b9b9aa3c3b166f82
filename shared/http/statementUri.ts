import type { ApiEvent } from "./apiEvent.ts";

/** Hosts by which a client may reach the platform; anything else is not repeated in an answer. */
const HOST = /^[A-Za-z0-9.:[\]-]{1,255}$/;
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Returns the address below which a client of Trino's protocol goes on: the region's, or, for a platform on one machine,
 * that by which the client came, which may be another port with TLS.
 */
export function statementBase({ apiUrl }: { apiUrl: string }, headers: ApiEvent["headers"]): string {
  const { host, "x-forwarded-proto": protocol } = headers;
  if (!LOOPBACK.includes(new URL(apiUrl).hostname) || host === undefined || !HOST.test(host)) return apiUrl;
  return `${protocol === "https" ? "https" : "http"}://${host}`;
}

/** Place of a page of a result, which its address states. */
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
