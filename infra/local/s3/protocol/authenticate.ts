import {
  type Credentials,
  MAX_SKEW_MS,
  parseAuthorization,
  parseCredential,
  parseTime,
  unsignedHeaders,
} from "#infra/local/signature/authorization.ts";
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
} from "#infra/local/signature/signature.ts";
import { S3Error } from "./s3Error.ts";

/** Result of a verified signature: the part that later steps need. */
export interface Authentication {
  /** The region that the client signed for: the endpoint stands for every region. */
  region: string;
  presigned: boolean;
  /** The value of x-amz-content-sha256: a hash in hexadecimal, or UNSIGNED-PAYLOAD, or STREAMING-…. */
  payload: string;
  /** Holds what the chunks of a streamed body are signed with, and the signature that the first one follows. */
  chunkSigning: ChunkSigning;
}

export interface ChunkSigning {
  key: Buffer;
  /** YYYYMMDD'T'HHMMSS'Z' */
  time: string;
  scope: string;
  seed: string;
}

interface Claim {
  accessKeyId: string;
  scope: CredentialScope;
  time: string;
  signedHeaders: string[];
  signature: string;
  payload: string;
}

const MAX_EXPIRES_SECONDS = 7 * 24 * 3600;
const SIGNATURE_PARAMETER = "X-Amz-Signature";

/**
 * Verifies the signature of a request, in its Authorization header or its query (presigned). Throws S3Error with the
 * code that S3 answers with: AccessDenied, InvalidAccessKeyId, SignatureDoesNotMatch, RequestTimeTooSkewed, ….
 */
export function authenticate(
  request: SignableRequest,
  credentials: Credentials,
  now: number,
): Authentication {
  const parameters = new Map(request.target.parameters);
  const authorization = request.headers.authorization?.[0];
  const presigned = authorization === undefined;
  if (presigned && !parameters.has("X-Amz-Algorithm") && !parameters.has(SIGNATURE_PARAMETER)) {
    throw new S3Error("AccessDenied");
  }
  const claim = presigned
    ? presignedClaim(request, parameters, now)
    : headerClaim(request, authorization, now);
  if (claim.accessKeyId !== credentials.accessKeyId) throw new S3Error("InvalidAccessKeyId");
  requireSignedHeaders(request, claim.signedHeaders);
  const canonical = canonicalRequest(
    request,
    claim.signedHeaders,
    claim.payload,
    presigned ? SIGNATURE_PARAMETER : undefined,
  );
  const key = signingKey(credentials.secretAccessKey, claim.scope);
  const scope = scopeText(claim.scope);
  const signature = sign(key, [ALGORITHM, claim.time, scope, sha256Hex(canonical)]);
  if (!equalSignatures(signature, claim.signature)) throw new S3Error("SignatureDoesNotMatch");
  return {
    region: claim.scope.region,
    presigned,
    payload: claim.payload,
    chunkSigning: { key, time: claim.time, scope, seed: signature },
  };
}

function headerClaim(request: SignableRequest, authorization: string, now: number): Claim {
  const claim = parseAuthorization(authorization);
  if (claim === "other") throw new S3Error("InvalidRequest", "Sign requests with AWS4-HMAC-SHA256.");
  if (claim === null) throw new S3Error("AuthorizationHeaderMalformed");
  const payload = request.headers["x-amz-content-sha256"]?.[0];
  if (!payload)
    throw new S3Error("InvalidRequest", "Missing required header for this request: x-amz-content-sha256");
  const time = request.headers["x-amz-date"]?.[0] ?? "";
  const parts = requireCredential(claim.credential, time, "AuthorizationHeaderMalformed");
  const instant = parseTime(time);
  if (instant === undefined)
    throw new S3Error("AccessDenied", "The request needs a valid x-amz-date header.");
  if (Math.abs(now - instant) > MAX_SKEW_MS) throw new S3Error("RequestTimeTooSkewed");
  const { signedHeaders, signature } = claim;
  return { ...parts, time, signedHeaders, signature, payload };
}

function presignedClaim(
  request: SignableRequest,
  parameters: ReadonlyMap<string, string>,
  now: number,
): Claim {
  const malformed = (message: string) => new S3Error("AuthorizationQueryParametersError", message);
  const required = (name: string) => {
    const value = parameters.get(name);
    if (!value) throw malformed(`The query parameter ${name} is missing.`);
    return value;
  };
  if (required("X-Amz-Algorithm") !== ALGORITHM)
    throw malformed(`X-Amz-Algorithm only supports ${ALGORITHM}.`);
  const time = required("X-Amz-Date");
  const parts = requireCredential(required("X-Amz-Credential"), time, "AuthorizationQueryParametersError");
  const expires = required("X-Amz-Expires");
  if (!/^[0-9]{1,7}$/.test(expires) || Number(expires) > MAX_EXPIRES_SECONDS || Number(expires) < 1) {
    throw malformed("X-Amz-Expires must be between 1 second and a week.");
  }
  const instant = parseTime(time);
  if (instant === undefined) throw malformed("X-Amz-Date must be in the form YYYYMMDD'T'HHMMSS'Z'.");
  if (now > instant + Number(expires) * 1000) throw new S3Error("AccessDenied", "Request has expired");
  if (now < instant - MAX_SKEW_MS) throw new S3Error("AccessDenied", "Request is not valid yet");
  const payload =
    request.headers["x-amz-content-sha256"]?.[0] ??
    parameters.get("X-Amz-Content-Sha256") ??
    "UNSIGNED-PAYLOAD";
  const signedHeaders = required("X-Amz-SignedHeaders").toLowerCase().split(";");
  return { ...parts, time, signedHeaders, signature: required(SIGNATURE_PARAMETER), payload };
}

function requireCredential(
  credential: string,
  time: string,
  problem: "AuthorizationHeaderMalformed" | "AuthorizationQueryParametersError",
): { accessKeyId: string; scope: CredentialScope } {
  const parts = parseCredential(credential, "s3");
  if (!parts) {
    throw new S3Error(problem, "The credential must be <access key>/<YYYYMMDD>/<region>/s3/aws4_request.");
  }
  if (!time.startsWith(parts.scope.day))
    throw new S3Error(problem, "The credential's date is not the request's.");
  return parts;
}

function requireSignedHeaders(request: SignableRequest, signedHeaders: readonly string[]): void {
  const unsigned = unsignedHeaders(request, signedHeaders);
  if (unsigned.length === 0) return;
  throw new S3Error(
    "AccessDenied",
    `There were headers present in the request which were not signed: ${unsigned.join(", ")}`,
  );
}
