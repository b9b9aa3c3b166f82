import { type IncomingHttpHeaders, request } from "node:http";
import { parseTarget } from "#local/s3/protocol/target.ts";
import { sha256Hex } from "#local/signature/signature.ts";
import { signHeaders } from "../signature/signHeaders.ts";
import { CREDENTIALS, REGION } from "./endpoint.ts";

export interface RawRequest {
  method: string;
  /** As sent over the wire: percent-encoded. */
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** x-amz-content-sha256; defaults to the body hash. */
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

/** Manually signed request that the SDK would not send. */
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
  const payload = raw.payload ?? sha256Hex(raw.body ?? "");
  const headers: Record<string, string> = {
    "x-amz-content-sha256": payload,
    ...(raw.body ? { "content-length": String(raw.body.length) } : {}),
    ...raw.headers,
  };
  const { secretAccessKey = CREDENTIALS.secretAccessKey } = raw;
  const signed = signHeaders(url, {
    method: raw.method,
    target: parseTarget(raw.path),
    service: "s3",
    region: REGION,
    credentials: { ...CREDENTIALS, secretAccessKey },
    headers,
    payload: headers["x-amz-content-sha256"] ?? "",
    now: raw.now,
  });
  return { ...signed, ...raw.unsignedHeaders };
}
