import { request } from "node:http";
import type { Credentials } from "#local/signature/authorization.ts";
import { sha256Hex } from "#local/signature/signature.ts";
import { signHeaders } from "./signHeaders.ts";

export interface JsonCall {
  service: string;
  /** `DynamoDB_20120810.GetItem` */
  target: string;
  /** JSON or any other text. */
  body: object | string;
  credentials: Credentials;
  now?: Date;
  /** Added after signing, or replacing a signed header. */
  headers?: Record<string, string>;
}

/** Headers of a call, signed here, for requests that the SDK would not send. */
export function signedHeaders(url: string, call: JsonCall): Record<string, string> {
  const { service, target, credentials } = call;
  const headers = signHeaders(url, {
    method: "POST",
    target: { path: "/", parameters: [] },
    service,
    region: "eu-central-1",
    credentials,
    headers: { "x-amz-target": target },
    payload: sha256Hex(textOf(call.body)),
    now: call.now,
  });
  return { ...headers, "content-type": "application/x-amz-json-1.0", ...call.headers };
}

function textOf(body: object | string): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

export interface JsonAnswer {
  status: number;
  headers: Record<string, unknown>;
  /** Last part of `__type`, for an error response. */
  type: string | undefined;
  body: Record<string, unknown>;
}

export function send(
  url: string,
  headers: Record<string, string>,
  body: object | string,
  method = "POST",
): Promise<JsonAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.once("error", reject);
      response.once("end", () => {
        const parsed = text.startsWith("{") ? JSON.parse(text) : {};
        const type = (parsed.__type as string | undefined)?.split("#").at(-1);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, type, body: parsed });
      });
    });
    call.once("error", reject);
    call.end(method === "POST" ? textOf(body) : undefined);
  });
}

export function sendSigned(url: string, call: JsonCall): Promise<JsonAnswer> {
  return send(url, signedHeaders(url, call), call.body);
}

const MINUTE = 60_000;

/** Returns calls that every endpoint must refuse, each with the expected error type. */
export function invalidCalls(call: JsonCall): [what: string, changed: JsonCall, type: string][] {
  const { credentials } = call;
  const at = (minutes: number): Date => new Date(Date.now() + minutes * MINUTE);
  return [
    [
      "signed by another key",
      { ...call, credentials: { ...credentials, accessKeyId: "OTHER" } },
      "UnrecognizedClientException",
    ],
    [
      "signed with another secret",
      { ...call, credentials: { ...credentials, secretAccessKey: "other" } },
      "InvalidSignatureException",
    ],
    ["signed 16 minutes ago", { ...call, now: at(-16) }, "InvalidSignatureException"],
    ["signed for in 16 minutes", { ...call, now: at(16) }, "InvalidSignatureException"],
    ["signed for another service", { ...call, service: "s3" }, "IncompleteSignatureException"],
    [
      "with a different target than the signed one",
      { ...call, headers: { "x-amz-target": "Other" } },
      "InvalidSignatureException",
    ],
    [
      "with a header that is not signed",
      { ...call, headers: { "x-amz-more": "1" } },
      "InvalidSignatureException",
    ],
    [
      "with a password",
      { ...call, headers: { authorization: "Basic eDp5" } },
      "IncompleteSignatureException",
    ],
    ["from a page", { ...call, headers: { origin: "http://127.0.0.1:4000" } }, "AccessDeniedException"],
    [
      "from a page of this site",
      { ...call, headers: { "sec-fetch-site": "same-origin" } },
      "AccessDeniedException",
    ],
  ];
}
