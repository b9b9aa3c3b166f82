import type { IncomingHttpHeaders } from "node:http";

/**
 * Returns whether a request comes from a browser page. The platform's components and programs on this machine send neither
 * header; browsers add them, and no page can omit them.
 */
export function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return headers.origin !== undefined || (site !== undefined && site !== "none");
}
