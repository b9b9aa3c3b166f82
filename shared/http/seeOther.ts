import type { StreamReply } from "./apiEvent.ts";
import { NO_BODY } from "./staticReply.ts";

/** Returns a redirect to another URL, to be read with GET. */
export function seeOther(location: string, more: Readonly<Record<string, string>> = {}): StreamReply {
  return {
    statusCode: 303,
    headers: { ...more, location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
    body: NO_BODY,
  };
}
