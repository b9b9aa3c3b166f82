import type { IncomingMessage } from "node:http";
import { CodedError } from "../codedError.ts";
import { isFromBrowser } from "./fromBrowser.ts";
import { sha256Hex } from "./signature.ts";
import { type Flaw, headerClaim, type Verifier, verifySignature } from "./verifySignature.ts";

/** Reason for a refusal, as in AWS JSON services: `code` is the `__type` of a 403. */
export class SignatureError extends CodedError {
  override readonly name = "SignatureError";
}

const REFUSALS: Record<Flaw, [code: string, message: string]> = {
  algorithm: ["IncompleteSignatureException", "Sign requests with AWS4-HMAC-SHA256."],
  authorization: ["IncompleteSignatureException", "The header Authorization is incomplete."],
  credential: ["IncompleteSignatureException", "The credential is not for this service."],
  date: ["InvalidSignatureException", "The request has no valid x-amz-date."],
  skew: ["InvalidSignatureException", "Signature expired: x-amz-date is too far from the current time."],
  accessKey: ["UnrecognizedClientException", "Unknown access key."],
  unsignedHeaders: ["InvalidSignatureException", "The signature does not cover the headers"],
  signature: ["InvalidSignatureException", "The signature does not match the request."],
};

/**
 * Checks the sender of a JSON request by its headers before the body is read. Returns a function that verifies the signature,
 * including the body, and returns the region for which the request was signed, because one endpoint serves all regions. Both
 * throw SignatureError. The path is always "/".
 */
export function authenticateJson(
  request: Pick<IncomingMessage, "method" | "url" | "headers" | "headersDistinct">,
  verification: Omit<Verifier, "refuse">,
): (body: Uint8Array) => string {
  const { authorization } = request.headers;
  if (isFromBrowser(request.headers)) {
    throw new SignatureError(
      "AccessDeniedException",
      "This endpoint is for programs, not for browser pages.",
    );
  }
  if (authorization === undefined) {
    throw new SignatureError("MissingAuthenticationTokenException", "The request is not signed.");
  }
  if (request.url !== "/") throw new SignatureError("AccessDeniedException", "Path not found.");
  const verifier: Verifier = { ...verification, refuse };
  const target = { path: "/", parameters: [] };
  const signable = { method: request.method ?? "", target, headers: request.headersDistinct };
  const claim = headerClaim(signable, authorization, verifier);
  // Each start generates a new key, known only to the platform's programs.
  if (claim.accessKeyId !== verification.credentials.accessKeyId) refuse("accessKey");
  return (body) => {
    verifySignature(signable, claim, sha256Hex(body), verifier);
    return claim.scope.region;
  };
}

function refuse(flaw: Flaw, detail?: string): never {
  const [code, message] = REFUSALS[flaw];
  throw new SignatureError(code, detail === undefined ? message : `${message} ${detail}.`);
}
