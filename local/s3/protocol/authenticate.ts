import { type Credentials, MAX_SKEW_MS, parseCredential, parseTime } from "#local/signature/authorization.ts";
import { type ObjectSession, readSession } from "#local/signature/objectSession.ts";
import { ALGORITHM, type SignableRequest } from "#local/signature/signature.ts";
import {
  type Claim,
  type Flaw,
  headerClaim,
  type Verifier,
  verifySignature,
} from "#local/signature/verifySignature.ts";
import { S3Error, type S3ErrorCode } from "./s3Error.ts";

/** Result of verifying a signature: the parts that later steps need. */
export interface Authentication {
  /** Region for which the client signed; the endpoint serves every region. */
  region: string;
  presigned: boolean;
  /** Value of x-amz-content-sha256: a hexadecimal hash, UNSIGNED-PAYLOAD, or STREAMING-…. */
  payload: string;
  /** Session for the objects of one workspace; absent for the platform itself, which has full access. */
  session?: ObjectSession;
}

const MAX_EXPIRES_SECONDS = 7 * 24 * 3600;
const SIGNATURE_PARAMETER = "X-Amz-Signature";

const REFUSALS: Record<Flaw, [code: S3ErrorCode, message?: string]> = {
  algorithm: ["InvalidRequest", "Sign requests with AWS4-HMAC-SHA256."],
  authorization: ["AuthorizationHeaderMalformed"],
  credential: [
    "AuthorizationHeaderMalformed",
    "The credential must be <access key>/<YYYYMMDD>/<region>/s3/aws4_request.",
  ],
  date: [
    "AccessDenied",
    "The request requires a valid x-amz-date header that matches the credential's date.",
  ],
  skew: ["RequestTimeTooSkewed"],
  accessKey: ["InvalidAccessKeyId"],
  unsignedHeaders: ["AccessDenied", "There were headers present in the request which were not signed:"],
  signature: ["SignatureDoesNotMatch"],
};

/**
 * Verifies the signature of a request, in the Authorization header or in the query (presigned). Throws S3Error with the code
 * that S3 returns: AccessDenied, InvalidAccessKeyId, SignatureDoesNotMatch, RequestTimeTooSkewed, ….
 */
export function authenticate(
  request: SignableRequest,
  credentials: Credentials,
  now: number,
): Authentication {
  const token = sessionToken(request);
  if (token === undefined) return verified(request, credentials, now);
  const session = readSession(credentials, token, now);
  if (session === null) throw new S3Error("InvalidToken");
  if (session === "expired") throw new S3Error("ExpiredToken");
  return { ...verified(request, session.credentials, now), session };
}

/** Returns a session token, from a header or from the query of a presigned URL. */
function sessionToken({ headers, target }: SignableRequest): string | undefined {
  return headers["x-amz-security-token"]?.[0] ?? new Map(target.parameters).get("X-Amz-Security-Token");
}

function verified(
  request: SignableRequest,
  credentials: Credentials,
  now: number,
): Omit<Authentication, "session"> {
  const verifier: Verifier = { service: "s3", credentials, now, refuse };
  const parameters = new Map(request.target.parameters);
  const authorization = request.headers.authorization?.[0];
  const contentHash = request.headers["x-amz-content-sha256"]?.[0];
  if (authorization !== undefined) {
    const claim = headerClaim(request, authorization, verifier);
    if (!contentHash) {
      throw new S3Error("InvalidRequest", "Missing required header for this request: x-amz-content-sha256");
    }
    verifySignature(request, claim, contentHash, verifier);
    return { region: claim.scope.region, presigned: false, payload: contentHash };
  }
  if (!parameters.has("X-Amz-Algorithm") && !parameters.has(SIGNATURE_PARAMETER))
    throw new S3Error("AccessDenied");
  const claim = presignedClaim(parameters, now);
  const payload = contentHash ?? parameters.get("X-Amz-Content-Sha256") ?? "UNSIGNED-PAYLOAD";
  verifySignature(request, claim, payload, verifier, SIGNATURE_PARAMETER);
  return { region: claim.scope.region, presigned: true, payload };
}

function refuse(flaw: Flaw, detail?: string): never {
  const [code, message] = REFUSALS[flaw];
  throw new S3Error(code, detail === undefined ? message : `${message} ${detail}`);
}

function presignedClaim(parameters: ReadonlyMap<string, string>, now: number): Claim {
  const malformed = (message: string) => new S3Error("AuthorizationQueryParametersError", message);
  const required = (name: string) => {
    const value = parameters.get(name);
    if (!value) throw malformed(`The query parameter ${name} is missing.`);
    return value;
  };
  if (required("X-Amz-Algorithm") !== ALGORITHM)
    throw malformed(`X-Amz-Algorithm only supports ${ALGORITHM}.`);
  const time = required("X-Amz-Date");
  const parts = parseCredential(required("X-Amz-Credential"), "s3");
  if (!parts) throw malformed("The credential must be <access key>/<YYYYMMDD>/<region>/s3/aws4_request.");
  const expires = required("X-Amz-Expires");
  if (!/^[0-9]{1,7}$/.test(expires) || Number(expires) > MAX_EXPIRES_SECONDS || Number(expires) < 1) {
    throw malformed("X-Amz-Expires must be between 1 second and a week.");
  }
  const instant = parseTime(time);
  if (instant === undefined || !time.startsWith(parts.scope.day)) {
    throw malformed("X-Amz-Date must be in the form YYYYMMDD'T'HHMMSS'Z' and match the credential's date.");
  }
  if (now > instant + Number(expires) * 1000) throw new S3Error("AccessDenied", "Request has expired");
  if (now < instant - MAX_SKEW_MS) throw new S3Error("AccessDenied", "Request is not valid yet");
  const signedHeaders = required("X-Amz-SignedHeaders").toLowerCase().split(";");
  return { ...parts, time, signedHeaders, signature: required(SIGNATURE_PARAMETER) };
}
