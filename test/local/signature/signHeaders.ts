import {
  ALGORITHM,
  canonicalRequest,
  scopeText,
  sha256Hex,
  sign,
  signingKey,
} from "#local/signature/signature.ts";

type Target = Parameters<typeof canonicalRequest>[0]["target"];

export interface UnsignedRequest {
  method: string;
  target: Target;
  service: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Headers to sign; `host` and `x-amz-date` are added. */
  headers: Record<string, string>;
  /** Body hash or its placeholder. */
  payload: string;
  now: Date | undefined;
}

/** Signs a request for a URL that the SDK would not use. */
export function signHeaders(
  url: string,
  { method, target, service, region, credentials, payload, now = new Date(), ...unsigned }: UnsignedRequest,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const scope = { day: time.slice(0, 8), region, service };
  const headers: Record<string, string> = {
    host: new URL(url).host,
    "x-amz-date": time,
    ...unsigned.headers,
  };
  const names = Object.keys(headers).sort();
  const distinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  const canonical = canonicalRequest({ method, target, headers: distinct }, names, payload);
  const key = signingKey(credentials.secretAccessKey, scope);
  const signature = sign(key, [ALGORITHM, time, scopeText(scope), sha256Hex(canonical)]);
  const credential = `${credentials.accessKeyId}/${scopeText(scope)}`;
  const authorization = `${ALGORITHM} Credential=${credential}, SignedHeaders=${names.join(";")}, Signature=${signature}`;
  return { ...headers, authorization };
}
