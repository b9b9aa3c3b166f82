import type { CredentialScope, SignableRequest } from "./signature.ts";

/** Rules of AWS Signature Version 4 that are the same for every service; each service has different error messages. */

/** Key pair used to sign requests. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Maximum difference between the request time and the local clock, in milliseconds. */
export const MAX_SKEW_MS = 15 * 60 * 1000;

/** Content of the Authorization header. */
export interface Authorization {
  /** Credential in the form `<access key>/<YYYYMMDD>/<region>/<service>/aws4_request`. */
  credential: string;
  /** Lowercase names. */
  signedHeaders: string[];
  /** Signature in hexadecimal. */
  signature: string;
}

/** Parses an Authorization header: "other" for a different algorithm, null if a part is missing. */
export function parseAuthorization(header: string): Authorization | "other" | null {
  const match = /^AWS4-HMAC-SHA256\s+(.*)$/.exec(header);
  if (!match?.[1]) return "other";
  const fields = new Map(
    match[1].split(",").map((field): [string, string] => {
      const [name = "", ...value] = field.trim().split("=");
      return [name, value.join("=")];
    }),
  );
  const [credential, signedHeaders, signature] = ["Credential", "SignedHeaders", "Signature"].map((name) =>
    fields.get(name),
  );
  if (!credential || !signedHeaders || !signature) return null;
  return { credential, signedHeaders: signedHeaders.toLowerCase().split(";"), signature };
}

/** Returns the parts of a credential; null if it is for a different service. */
export function parseCredential(
  credential: string,
  ofService: string,
): { accessKeyId: string; scope: CredentialScope } | null {
  const match = /^(.+)\/([0-9]{8})\/([a-z0-9-]+)\/([a-z0-9-]+)\/aws4_request$/.exec(credential);
  const [, accessKeyId = "", day = "", region = "", service = ""] = match ?? [];
  return match && service === ofService ? { accessKeyId, scope: { day, region, service } } : null;
}

/** Returns milliseconds since 1970; undefined unless the text has the format YYYYMMDD'T'HHMMSS'Z'. */
export function parseTime(time: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const instant = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(instant) ? undefined : instant;
}

/** Returns the headers that affect a request's action or target but are not covered by the signature. */
export function unsignedHeaders({ headers }: SignableRequest, signedHeaders: readonly string[]): string[] {
  const signed = new Set(signedHeaders);
  const unsigned = Object.keys(headers).filter((name) => name.startsWith("x-amz-") && !signed.has(name));
  return signed.has("host") ? unsigned : [...unsigned, "host"];
}
