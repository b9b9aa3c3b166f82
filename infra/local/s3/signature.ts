import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { type Target, uriEncode, uriEncodePath } from "./target.ts";

/** The mathematics of AWS Signature Version 4, without its rules. */

export const ALGORITHM = "AWS4-HMAC-SHA256";

/** `<date>/<region>/<service>/aws4_request` */
export interface CredentialScope {
  /** YYYYMMDD */
  day: string;
  region: string;
  service: string;
}

export interface SignableRequest {
  method: string;
  target: Target;
  /** By lower-case name, every value of that header. */
  headers: Readonly<Record<string, readonly string[] | undefined>>;
}

export function scopeText({ day, region, service }: CredentialScope): string {
  return `${day}/${region}/${service}/aws4_request`;
}

/** `except`: the query parameter that holds the signature itself. */
export function canonicalRequest(
  { method, target, headers }: SignableRequest,
  signedHeaders: readonly string[],
  payloadHash: string,
  except?: string,
): string {
  const query = target.parameters
    .filter(([name]) => name !== except)
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const lines = signedHeaders.map(
    (name) => `${name}:${(headers[name] ?? []).map(canonicalValue).join(",")}\n`,
  );
  return [
    method,
    uriEncodePath(target.path),
    query,
    lines.join(""),
    signedHeaders.join(";"),
    payloadHash,
  ].join("\n");
}

export function signingKey(secretAccessKey: string, { day, region, service }: CredentialScope): Buffer {
  const start = Buffer.from(`AWS4${secretAccessKey}`);
  return [day, region, service, "aws4_request"].reduce((key: Buffer, text) => hmac(key, text), start);
}

/** The signature, in hexadecimal, of lines under the algorithm's name. */
export function sign(key: Buffer, lines: readonly string[]): string {
  return hmac(key, lines.join("\n")).toString("hex");
}

export function sha256Hex(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function equalSignatures(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** Headers arrive as Latin-1; clients sign the same bytes. */
function canonicalValue(value: string): string {
  return value.trim().replace(/\s+/g, " ");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
