import { createHash } from "node:crypto";
import type { StreamReply } from "./apiEvent.ts";

/** Body of a response that is the same for everybody; all responses share one buffer. */
export class SharedBytes implements AsyncIterable<Uint8Array> {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.bytes.length > 0) yield this.bytes;
  }
}

/** Body of a response without content. */
export const NO_BODY = new SharedBytes(new Uint8Array());

const tags = new WeakMap<Uint8Array, string>();

/** Returns a reply with constant bytes, or 304 if `If-None-Match` shows that the client already has them. */
export function staticReply(
  bytes: Uint8Array,
  headers: Record<string, string>,
  ifNoneMatch: string | undefined,
): StreamReply {
  const etag = tagOf(bytes);
  if (hasTag(ifNoneMatch, etag)) {
    const { "content-type": _, ...kept } = headers;
    return { statusCode: 304, headers: { ...kept, etag }, body: NO_BODY };
  }
  const length = { "content-length": String(bytes.byteLength) };
  return { statusCode: 200, headers: { ...headers, ...length, etag }, body: new SharedBytes(bytes) };
}

function tagOf(bytes: Uint8Array): string {
  const tag = tags.get(bytes) ?? `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
  tags.set(bytes, tag);
  return tag;
}

/** Uses weak comparison, because a proxy that compresses a response weakens its tag. */
function hasTag(ifNoneMatch = "", etag: string): boolean {
  const named = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return named.includes(etag) || named.includes("*");
}
