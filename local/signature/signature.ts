import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { uriEncode, uriEncodePath } from "./uriEncode.ts";

/** Cryptography of AWS Signature Version 4, without its rules. */

export const ALGORITHM = "AWS4-HMAC-SHA256";

/** Scope `<date>/<region>/<service>/aws4_request`. */
export interface CredentialScope {
  /** Day as YYYYMMDD. */
  day: string;
  region: string;
  service: string;
}

export interface SignableRequest {
  method: string;
  /** Path and query, decoded. */
  target: { path: string; parameters: readonly (readonly [name: string, value: string])[] };
  /** All values of each header, by lowercase name. */
  headers: Readonly<Record<string, readonly string[] | undefined>>;
}

export function scopeText({ day, region, service }: CredentialScope): string {
  return `${day}/${region}/${service}/aws4_request`;
}

/** Returns the canonical request. `except` is the query parameter that contains the signature itself. */
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

/** Maximum number of cached keys: more than one process needs for the regions and services of a day. */
const MAX_KNOWN_KEYS = 32;
const knownKeys = new LRUCache<string, Buffer>({ max: MAX_KNOWN_KEYS });

/**
 * Returns the key for a day, region and service. Keys are cached because deriving one takes four of the five HMACs of a
 * request.
 */
export function signingKey(secretAccessKey: string, scope: CredentialScope): Buffer {
  const name = `${secretAccessKey}\n${scopeText(scope)}`;
  const known = knownKeys.get(name);
  if (known) return known;
  const start = Buffer.from(`AWS4${secretAccessKey}`);
  const key = scopeText(scope)
    .split("/")
    .reduce((key: Buffer, text) => hmac(key, text), start);
  knownKeys.set(name, key);
  return key;
}

/** Returns the hexadecimal signature of lines, prefixed with the algorithm name. */
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

/** Encodes a header value: headers arrive as Latin-1, while clients sign the original bytes. */
function canonicalValue(value: string): string {
  return value.trim().replace(/\s+/g, " ");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
