import { createHmac } from "node:crypto";
import fc from "fast-check";
import { type Body, bodiesOf, bodyBytes } from "./bodies.ts";
import { WEBHOOK_SECRET } from "./firstValues.ts";
import type { KnownValues } from "./knownValues.ts";
import type { Description, Route } from "./routes.ts";
import type { Making, Schema } from "./schemaNodes.ts";
import { type Target, targetsOf, targetText } from "./targets.ts";
import { isWrong, type Wire, type Written, wireArbitrary, writeMessage } from "./wire.ts";

/**
 * Bearer of a request's token. `right` may call the operation; `other` is a member if the operation requires staff, and vice
 * versa.
 */
export type Bearer = "right" | "other" | "nonMember" | "none" | "broken";

/** Planned request: the same for the same seed, regardless of what exists on the platform. */
export interface FuzzRequest {
  method: string;
  target: Target;
  bearer: Bearer;
  headers: [name: string, value: string][];
  body: Body;
  wire: Wire;
}

/** Request to send, with properties that excuse an unusual response. */
export interface Outgoing extends Written {
  port: number;
  method: string;
  bearer: Bearer;
  /** True if the request may match no operation or a different one. */
  astray: boolean;
  /** True if it is an incomplete HTTP request or larger than the gateway accepts. */
  unreadable: boolean;
}

/** Port, tokens and known values used to send requests. */
export interface Sender {
  port: number;
  known: KnownValues;
  tokens: Record<Exclude<Bearer, "none" | "broken">, string>;
}

const METHODS = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "get",
  "NONE",
  "CONNECT",
];
const HEADERS: [string, string][] = [
  ["accept", "text/html;q=0, */*;q=0"],
  ["accept-encoding", "gzip, br"],
  ["range", "bytes=5-2"],
  ["if-none-match", "*"],
  ["if-modified-since", "yesterday"],
  ["x-forwarded-host", "elsewhere.example"],
  ["x-http-method-override", "DELETE"],
  ["origin", "null"],
  ["cookie", "a=b; ".repeat(1000)],
  ["constructor", "x"],
  ["__proto__", "x"],
  ["idp-signature", "t=1, v1=zz"],
  ["idp-signature", `t=${"9".repeat(400)},v1=${"0".repeat(64)}`],
  ["content-language", "\u00ff\u0080"],
];
const BROKEN_TOKENS = [
  "Bearer",
  "Bearer ",
  "Basic dTpw",
  "bearer x.y.z",
  `Bearer ${"a".repeat(6000)}`,
  "Bearer eyJhbGciOiJub25lIn0.e30.",
  "Bearer \u00ff.\u00ff.\u00ff",
  "Bearer a b",
];
/** Size above which a request head may be too large. Node accepts 16 KiB. */
const LARGE_HEAD = 14_000;
const LARGE_BODY = 10 * 1024 * 1024;

/** Requests for one route: about half of them are valid, the rest have one or more faults. */
export function requestsOf(
  route: Route,
  description: Description,
  document: Schema,
): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    { weight: 4, arbitrary: requests(route, description, { document, wrong: 0 }) },
    { weight: 4, arbitrary: requests(route, description, { document, wrong: 12 }) },
    { weight: 1, arbitrary: requests(route, description, { document, wrong: 50 }) },
  );
}

function requests(route: Route, description: Description, making: Making): fc.Arbitrary<FuzzRequest> {
  const { wrong } = making;
  const rarely = <T>(usual: T, otherwise: fc.Arbitrary<T>): fc.Arbitrary<T> =>
    fc.oneof({ weight: 300 - wrong, arbitrary: fc.constant(usual) }, { weight: wrong, arbitrary: otherwise });
  return fc.record({
    method: rarely(route.method, fc.constantFrom(...METHODS)),
    target: targetsOf(route, description, making),
    bearer: rarely<Bearer>("right", fc.constantFrom("other", "nonMember", "none", "broken")),
    headers: rarely<[string, string][]>([], fc.array(fc.constantFrom(...HEADERS), { maxLength: 4 })),
    body: bodiesOf(description, making),
    wire: wireArbitrary(wrong),
  });
}

/** Writes a request with currently existing resources. */
export function renderRequest(route: Route, request: FuzzRequest, { port, known, tokens }: Sender): Outgoing {
  const { method, bearer, wire } = request;
  const here = known.at(route.path);
  const target = targetText(route.path, request.target, here);
  const body = bodyBytes(request.body, here);
  const headers = [
    ...authorization(bearer, tokens, target.text.length),
    ...(route.audience === "open" && bearer === "right" ? signature(body.bytes) : []),
    ...request.headers,
    ...body.headers,
  ];
  const message = { method, target: target.text, headers, body: body.bytes };
  const headSize =
    target.text.length + headers.reduce((size, [name, value]) => size + name.length + value.length, 200);
  return {
    ...writeMessage(wire, message),
    port,
    method,
    bearer,
    astray: target.astray || method !== route.method,
    unreadable: isWrong(wire) || headSize > LARGE_HEAD || (body.bytes?.length ?? 0) > LARGE_BODY,
  };
}

/** Secret used to sign webhooks. */
function signature(body: Buffer | null): [string, string][] {
  const now = Date.now();
  const signed = createHmac("sha256", WEBHOOK_SECRET)
    .update(`${now}.`)
    .update(body ?? "");
  return [["idp-signature", `t=${now}, v1=${signed.digest("hex")}`]];
}

function authorization(bearer: Bearer, tokens: Sender["tokens"], pick: number): [string, string][] {
  if (bearer === "none") return [];
  if (bearer === "broken") return [["authorization", BROKEN_TOKENS[pick % BROKEN_TOKENS.length] ?? ""]];
  return [["authorization", `Bearer ${tokens[bearer]}`]];
}
