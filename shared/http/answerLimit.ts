import { DomainError } from "@pdp/basics/errors";
import type { StreamReply } from "./apiEvent.ts";
import { discardBody } from "./discardBody.ts";

/**
 * Limits a streamed response to the deployment's maximum, in bytes. Throws DomainError (`answer_too_large`) if a stated length
 * exceeds it; otherwise, the stream fails when it exceeds the limit, before it would be cut off.
 */
export async function limitAnswer(
  reply: StreamReply,
  maxBytes: number | null,
  redirects: boolean,
): Promise<StreamReply> {
  if (maxBytes === null) return reply;
  const length = Number(reply.headers["content-length"] ?? Number.NaN);
  if (length > maxBytes) {
    await discardBody(reply.body);
    throw answerTooLarge(maxBytes, redirects, length);
  }
  return length <= maxBytes ? reply : { ...reply, body: counted(reply.body, maxBytes, redirects) };
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  redirects: boolean,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw answerTooLarge(maxBytes, redirects);
    yield part;
  }
}

function answerTooLarge(maxBytes: number, redirects: boolean, length?: number): DomainError {
  const size = length === undefined ? "" : ` ${megabytes(length)},`;
  const way = redirects ? ": request it with redirect=true and follow the redirect" : "";
  const sentence = `This response has${size} more than the ${megabytes(maxBytes)} that can be sent at once${way}.`;
  return new DomainError("malformed", "answer_too_large", sentence);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString("en-US", { maximumFractionDigits: 1 })} MB`;
}
