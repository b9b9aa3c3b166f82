import type { IncomingMessage } from "node:http";
import {
  type Credentials,
  MAX_SKEW_MS,
  parseAuthorization,
  parseCredential,
  parseTime,
  unsignedHeaders,
} from "./authorization.ts";
import { isFromBrowser } from "./fromBrowser.ts";
import {
  ALGORITHM,
  type CredentialScope,
  canonicalRequest,
  equalSignatures,
  scopeText,
  sha256Hex,
  sign,
  signingKey,
} from "./signature.ts";

/** Reason of a refusal, as AWS's JSON services answer it: `code` is the `__type` of a 403. */
export class SignatureError extends Error {
  override readonly name = "SignatureError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Verification {
  /** Name in the scope of credentials: `dynamodb`, `states`. */
  service: string;
  credentials: Credentials;
  /** Current time, in milliseconds since 1970. */
  now: number;
}

/**
 * Verifies the signature of a JSON request, whose path is always "/", including its body. Returns the region that it
 * was signed for, as one endpoint serves all regions. Throws SignatureError.
 */
export function authenticateJson(
  request: Pick<IncomingMessage, "method" | "url" | "headers" | "headersDistinct">,
  body: Uint8Array,
  { service, credentials, now }: Verification,
): string {
  refuseBrowsers(request.headers);
  const { authorization } = request.headers;
  if (authorization === undefined) {
    throw new SignatureError("MissingAuthenticationTokenException", "The request is not signed.");
  }
  if (request.url !== "/")
    throw new SignatureError("AccessDeniedException", "There is nothing at this path.");
  const { accessKeyId, scope, signedHeaders, signature } = readClaim(authorization, service);
  if (accessKeyId !== credentials.accessKeyId) {
    throw new SignatureError("UnrecognizedClientException", "The access key is unknown here.");
  }
  const signable = {
    method: request.method ?? "",
    target: { path: "/", parameters: [] },
    headers: request.headersDistinct,
  };
  const unsigned = unsignedHeaders(signable, signedHeaders);
  if (unsigned.length > 0) {
    throw invalid(`The signature does not cover the headers ${unsigned.join(", ")}.`);
  }
  const time = requireTime(request.headersDistinct["x-amz-date"]?.[0] ?? "", scope, now);
  const canonical = canonicalRequest(signable, signedHeaders, sha256Hex(body));
  const key = signingKey(credentials.secretAccessKey, scope);
  const expected = sign(key, [ALGORITHM, time, scopeText(scope), sha256Hex(canonical)]);
  if (!equalSignatures(expected, signature)) throw invalid("The signature does not fit the request.");
  return scope.region;
}

function refuseBrowsers(headers: IncomingMessage["headers"]): void {
  if (!isFromBrowser(headers)) return;
  throw new SignatureError("AccessDeniedException", "This is for programs, not for pages in a browser.");
}

function readClaim(authorization: string, service: string) {
  const claim = parseAuthorization(authorization);
  const parts = claim === "other" || claim === null ? null : parseCredential(claim.credential, service);
  if (claim === "other" || claim === null || parts === null) {
    throw new SignatureError(
      "IncompleteSignatureException",
      `Sign requests with ${ALGORITHM} for ${service}.`,
    );
  }
  return { ...claim, ...parts };
}

function requireTime(time: string, { day }: CredentialScope, now: number): string {
  const instant = parseTime(time);
  if (instant === undefined || !time.startsWith(day)) throw invalid("The request has no valid x-amz-date.");
  if (Math.abs(now - instant) > MAX_SKEW_MS) throw invalid(`Signature expired: ${time} is too far away.`);
  return time;
}

function invalid(message: string): SignatureError {
  return new SignatureError("InvalidSignatureException", message);
}
