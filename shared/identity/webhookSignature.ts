import { createHmac, timingSafeEqual } from "node:crypto";
import { DomainError, type ErrorCode } from "@pdp/basics/errors";

const HEADER = /^t=([0-9]{1,15}), ?v1=([0-9a-f]{64})$/i;
const TOLERANCE_MS = 180_000;

/**
 * Verifies that a webhook was sent recently by the identity provider: `header` is `t=<ms since 1970>, v1=<hex>`, where `v1` is
 * the HMAC-SHA256 of `<t>.<raw body>` under the shared secret. Raises `unauthenticated` otherwise.
 */
export function verifyWebhook(
  rawBody: Buffer | string,
  header: string | undefined,
  secret: string,
  nowMs: number,
): void {
  if (header === undefined || header === "") {
    throw unauthenticated("webhook_signature_missing", "The webhook has no idp-signature header.");
  }
  const [, sentAt = "", signature = ""] = HEADER.exec(header) ?? [];
  const expected = createHmac("sha256", secret).update(`${sentAt}.`).update(rawBody).digest();
  // If the secret were empty, anyone could sign.
  if (secret === "" || signature === "" || !timingSafeEqual(expected, Buffer.from(signature, "hex"))) {
    throw unauthenticated(
      "webhook_signature_invalid",
      "The webhook's idp-signature does not match its body.",
    );
  }
  if (Math.abs(nowMs - Number(sentAt)) > TOLERANCE_MS) {
    throw unauthenticated(
      "webhook_signature_expired",
      "The time of the webhook's signature differs from the server's clock by more than 180 seconds.",
    );
  }
}

function unauthenticated(code: ErrorCode, sentence: string): DomainError {
  return new DomainError("unauthenticated", code, sentence);
}
