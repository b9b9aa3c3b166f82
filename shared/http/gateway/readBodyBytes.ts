import { DomainError } from "@pdp/basics/errors";
import { bodyTooLarge } from "#shared/http/parseBody.ts";
import type { BodyIntake, Incoming } from "./bodyIntake.ts";

/** Reads a body up to the limit. The rest is discarded after the response. */
export async function readBodyBytes(
  intake: BodyIntake,
  holder: string,
  incoming: Incoming,
  maxBytes: number,
): Promise<Uint8Array | null> {
  if (Number(incoming.request.headers["content-length"] ?? 0) > maxBytes) throw bodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = await intake.read(holder, incoming, {
    take: (chunk) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else reject(bodyTooLarge());
    },
    end: resolve,
    fail: (error) => reject(error ?? leftTooEarly()),
  });
  try {
    await promise;
  } finally {
    stop();
  }
  return size === 0 ? null : Buffer.concat(chunks);
}

function leftTooEarly(): DomainError {
  return new DomainError("malformed", "request_aborted", "The request ended too early.");
}
