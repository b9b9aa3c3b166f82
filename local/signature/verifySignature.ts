import {
  type Credentials,
  MAX_SKEW_MS,
  parseAuthorization,
  parseCredential,
  parseTime,
  unsignedHeaders,
} from "./authorization.ts";
import {
  ALGORITHM,
  type CredentialScope,
  canonicalRequest,
  equalSignatures,
  type SignableRequest,
  scopeText,
  sha256Hex,
  sign,
  signingKey,
} from "./signature.ts";

/** Invalid part of a signature; each service has a specific code and message for it. */
export type Flaw =
  | "algorithm"
  | "authorization"
  | "credential"
  | "date"
  | "skew"
  | "accessKey"
  | "unsignedHeaders"
  | "signature";

/** Signature and signed fields that a client provides in a header or the query. */
export interface Claim {
  accessKeyId: string;
  scope: CredentialScope;
  /** YYYYMMDD'T'HHMMSS'Z' */
  time: string;
  signedHeaders: string[];
  /** In hexadecimal. */
  signature: string;
}

export interface Verifier {
  /** Name in the credential scope: `dynamodb`, `s3`, `states`. */
  service: string;
  credentials: Credentials;
  /** Current time, in milliseconds since 1970. */
  now: number;
  /** Throws the service's error; `detail` contains the names of unsigned headers. */
  refuse(flaw: Flaw, detail?: string): never;
}

/** Reads the claim from a request signed in its headers, and checks its date. */
export function headerClaim({ headers }: SignableRequest, authorization: string, verifier: Verifier): Claim {
  const { service, now, refuse } = verifier;
  const fields = parseAuthorization(authorization);
  if (fields === "other") return refuse("algorithm");
  if (fields === null) return refuse("authorization");
  const time = headers["x-amz-date"]?.[0] ?? "";
  const { credential, signedHeaders, signature } = fields;
  const claim = {
    ...(parseCredential(credential, service) ?? refuse("credential")),
    time,
    signedHeaders,
    signature,
  };
  const instant = parseTime(time);
  if (instant === undefined || !time.startsWith(claim.scope.day)) return refuse("date");
  if (Math.abs(now - instant) > MAX_SKEW_MS) return refuse("skew");
  return claim;
}

/**
 * Checks that a request was signed as claimed, with the only known key pair. `payload` is the body hash or its placeholder;
 * `except` is the query parameter that contains the signature itself.
 */
export function verifySignature(
  request: SignableRequest,
  claim: Claim,
  payload: string,
  { credentials, refuse }: Verifier,
  except?: string,
): void {
  const { accessKeyId, scope, time, signedHeaders } = claim;
  if (accessKeyId !== credentials.accessKeyId) refuse("accessKey");
  const unsigned = unsignedHeaders(request, signedHeaders);
  if (unsigned.length > 0) refuse("unsignedHeaders", unsigned.join(", "));
  const canonical = canonicalRequest(request, signedHeaders, payload, except);
  const key = signingKey(credentials.secretAccessKey, scope);
  const expected = sign(key, [ALGORITHM, time, scopeText(scope), sha256Hex(canonical)]);
  if (!equalSignatures(expected, claim.signature)) refuse("signature");
}
