import type { StreamReply } from "./apiEvent.ts";

/** Returns the answer that sends a caller to another address, to be read there by GET. */
export function seeOther(location: string): StreamReply {
  return {
    statusCode: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
    body: (async function* (): AsyncGenerator<Uint8Array> {})(),
  };
}
