import type { IncomingHttpHeaders } from "node:http";

/**
 * Tells whether a request comes from a page that a browser shows. The platform's own parts and programs on this machine send
 * neither header; browsers add them, and no page can leave them out.
 */
export function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return headers.origin !== undefined || (site !== undefined && site !== "none");
}
