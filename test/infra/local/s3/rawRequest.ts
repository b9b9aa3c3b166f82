import { type IncomingHttpHeaders, request } from "node:http";
import { parseTarget } from "#infra/local/s3/protocol/target.ts";
import {
  ALGORITHM,
  type CredentialScope,
  canonicalRequest,
  scopeText,
  sha256Hex,
  sign,
  signingKey,
} from "#infra/local/signature/signature.ts";
import { CREDENTIALS, REGION } from "./endpoint.ts";

export interface RawRequest {
  method: string;
  /** As it goes over the wire: percent-encoded. */
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** x-amz-content-sha256; the hash of the body if absent. */
  payload?: string;
  now?: Date;
  secretAccessKey?: string;
  /** Added after signing. */
  unsignedHeaders?: Record<string, string>;
}

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A request signed here, for what the SDK would not send. */
export async function sendRaw(url: string, raw: RawRequest): Promise<RawResponse> {
  const headers = signRaw(url, raw);
  return new Promise((done, fail) => {
    const outgoing = request(
      url,
      { method: raw.method, path: raw.path, headers, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", fail);
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          done({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text });
        });
      },
    );
    outgoing.on("error", fail);
    outgoing.end(raw.body);
  });
}

export function signRaw(url: string, raw: RawRequest): Record<string, string> {
  const time = (raw.now ?? new Date()).toISOString().replace(/[-:]|\.\d+/g, "");
  const scope: CredentialScope = { day: time.slice(0, 8), region: REGION, service: "s3" };
  const bodyHash = sha256Hex(raw.body ?? "");
  const headers: Record<string, string> = {
    host: new URL(url).host,
    "x-amz-date": time,
    "x-amz-content-sha256": raw.payload ?? bodyHash,
    ...(raw.body ? { "content-length": String(raw.body.length) } : {}),
    ...raw.headers,
  };
  const names = Object.keys(headers).sort();
  const distinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  const canonical = canonicalRequest(
    { method: raw.method, target: parseTarget(raw.path), headers: distinct },
    names,
    headers["x-amz-content-sha256"] ?? "",
  );
  const key = signingKey(raw.secretAccessKey ?? CREDENTIALS.secretAccessKey, scope);
  const signature = sign(key, [ALGORITHM, time, scopeText(scope), sha256Hex(canonical)]);
  const credential = `${CREDENTIALS.accessKeyId}/${scopeText(scope)}`;
  const authorization = `${ALGORITHM} Credential=${credential}, SignedHeaders=${names.join(";")}, Signature=${signature}`;
  return { ...headers, authorization, ...raw.unsignedHeaders };
}
