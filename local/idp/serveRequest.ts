import type { IncomingMessage, ServerResponse } from "node:http";
import { fullStorage } from "@pdp/basics/errors";
import { peerAccount } from "#local/peerAccount.ts";
import { escapeMarkup } from "#shared/http/escapeMarkup.ts";
import { type BodyIntake, type Incoming, isBodyRefused } from "#shared/http/gateway/bodyIntake.ts";
import { STRANGERS } from "#shared/http/gateway/openBodies.ts";
import type { Access, Route } from "./exchange.ts";
import type { Idp } from "./idp.ts";
import { IdpError } from "./idpError.ts";
import { localRoutes } from "./localRoutes.ts";
import { isSameSecret } from "./machineClients.ts";
import { managementRoutes } from "./managementRoutes.ts";
import { oauthRoutes } from "./oauthRoutes.ts";
import { authorizePages } from "./pages/authorizePages.ts";
import { devicePages } from "./pages/devicePages.ts";
import { FontFile, fontPage } from "./pages/fontPage.ts";
import { logOutPages } from "./pages/logOutPages.ts";
import { Page } from "./pages/page.ts";
import { Redirect } from "./pages/redirect.ts";
import { mediaType, readFields } from "./readFields.ts";
import { reportError } from "./reportError.ts";
import { tokenRoute } from "./tokenRoute.ts";

const ROUTES = [
  ...oauthRoutes,
  tokenRoute,
  ...authorizePages,
  ...devicePages,
  ...logOutPages,
  fontPage,
  ...managementRoutes,
  ...localRoutes,
];
const FULL = "The identity provider's disk is full, so nothing was changed. Free up space and try again.";
const LOCAL_NAMES = new Set(["127.0.0.1", "localhost", "[::1]"]);

export async function serveRequest(idp: Idp, intake: BodyIntake, waiting: Incoming): Promise<void> {
  const { request: incoming, response: outgoing } = waiting;
  let route: Route | undefined;
  try {
    const url = parseTarget(incoming.url ?? "");
    const segments = url.pathname.split("/").slice(1).map(decodeSegment);
    if (sendPreflight(idp, incoming, outgoing, segments)) return;
    route = routeFor(incoming.method ?? "", segments);
    // Pages from other origins may read the responses of open routes.
    if (route.access === "open") setHeaders(outgoing, idp.cors.headers(incoming));
    requireAccess(idp, route.access, incoming);
    if (route.access === "page") await requireOwnAccount(incoming);
    const params = segments.filter((_, index) => patternOf(route)[index] === "*");
    // Calls with a secret have a separate limit.
    const holder = route.access === "key" || route.access === "local" ? route.access : STRANGERS;
    const fields = await readFields(intake, holder, waiting);
    const { headers } = incoming;
    const answer = await route.handle(idp, { params, query: url.searchParams, headers, fields });
    if (answer instanceof Page) answer.send(outgoing, idp.productName);
    else if (answer instanceof Redirect || answer instanceof FontFile) answer.send(outgoing);
    else send(outgoing, 200, answer);
  } catch (error) {
    sendError(outgoing, error, route?.errors, idp.productName);
  }
}

/** Answers the preflight request of a page that is about to call an open route; returns false for any other request. */
function sendPreflight(
  { cors }: Idp,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  segments: string[],
): boolean {
  const preflight = cors.preflight(incoming);
  if (
    !preflight ||
    routeFor(incoming.headers["access-control-request-method"] ?? "", segments).access !== "open"
  )
    return false;
  setHeaders(outgoing, { ...cors.headers(incoming), ...preflight.headers });
  outgoing.writeHead(preflight.statusCode).end();
  return true;
}

function setHeaders(outgoing: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
}

function routeFor(method: string, segments: string[]): Route {
  const matching = ROUTES.filter((route) => {
    const pattern = patternOf(route);
    const isMatch = (part: string, index: number) => part === "*" || part === segments[index];
    return pattern.length === segments.length && pattern.every(isMatch);
  });
  if (matching.length === 0) throw new IdpError(404, "not_found", "There is no page at this URL.");
  const route = matching.find((candidate) => candidate.method === method);
  if (!route) throw new IdpError(405, "method_not_allowed", `${method} is not supported here.`);
  return route;
}

function patternOf(route: Route | undefined): string[] {
  return route?.path.split("/").slice(1) ?? [];
}

function parseTarget(target: string): URL {
  try {
    return new URL(`http://localhost${target.startsWith("/") ? target : "/"}`);
  } catch {
    throw new IdpError(400, "invalid_request", "The URL is not valid.");
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new IdpError(400, "invalid_request", "The URL is not valid.");
  }
}

function requireAccess(idp: Idp, access: Access, request: IncomingMessage): void {
  if (access === "local") requireLocal(request, "application/json");
  if (access === "page") requireLocal(request, "application/x-www-form-urlencoded");
  if (access === "key" || (access !== "open" && request.method !== "GET")) refusePages(idp, request);
  const { value, path } = idp.localSecret;
  if (access === "local") {
    requireBearer(request, value, `This request requires the secret in the file ${path} as a bearer token.`);
  }
  if (access === "key") requireBearer(request, idp.apiKey, "This needs the API key as a bearer token.");
}

function requireBearer({ headers }: IncomingMessage, secret: string, refusal: string): void {
  const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (given === undefined || !isSameSecret(secret, given)) throw new IdpError(401, "unauthorized", refusal);
}

/**
 * Refuses web pages. Only this machine can connect, but its browser may do so on behalf of any web page. A page cannot send
 * JSON or DELETE to a server that does not allow it, and a page with a name that resolves to this machine is recognized by
 * that name. Forms, which any page can send, also contain a token (`formToken`).
 */
function requireLocal(request: IncomingMessage, bodyType: string): void {
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  if (!LOCAL_NAMES.has(host))
    throw new IdpError(403, "not_local", "This endpoint is only for programs on this machine.");
  if (request.method === "POST" && mediaType(request.headers) !== bodyType) {
    throw new IdpError(415, "unsupported_media_type", `The body must be ${bodyType}.`);
  }
}

/**
 * On systems that report the owner of a connection (Linux), refuses to serve the pages to browsers and programs of other
 * accounts, because anyone can sign in as anyone on these pages. Root is allowed because it can read the secret anyway and
 * forwards ports.
 */
async function requireOwnAccount({ socket }: IncomingMessage): Promise<void> {
  const account = await peerAccount(socket);
  if (account === undefined || account === 0 || account === process.getuid?.()) return;
  throw new IdpError(
    403,
    "other_account",
    "This platform belongs to another user account on this machine. Use a browser as that user, or start your own platform.",
  );
}

/** Refuses changes by pages from other origins, regardless of their credentials. */
function refusePages({ origins }: Idp, { headers }: IncomingMessage): void {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  const isOwn = origin === undefined ? site !== "cross-site" : origins.includes(origin);
  if (isOwn) return;
  throw new IdpError(
    403,
    "not_local",
    "This endpoint is for programs on this machine, not for pages from other sites.",
  );
}

function sendError(
  outgoing: ServerResponse,
  error: unknown,
  form: Route["errors"],
  productName: string,
): void {
  if (outgoing.headersSent || outgoing.destroyed || outgoing.req.socket.destroyed) return;
  if (isBodyRefused(outgoing.req)) outgoing.setHeader("connection", "close");
  if (!(error instanceof IdpError)) reportError("The identity provider failed.", error);
  const { status, code, message } = error instanceof IdpError ? error : unexpectedError(error);
  if (status === 401 && form === "oauth") outgoing.setHeader("www-authenticate", "Basic");
  if (form === "page")
    new Page("Not done", `<p>${escapeMarkup(message)}</p>`, { status }).send(outgoing, productName);
  else
    send(
      outgoing,
      status,
      form === "oauth" ? { error: code, error_description: message } : { code, message },
    );
}

function unexpectedError(error: unknown): IdpError {
  return fullStorage(error)
    ? new IdpError(507, "storage_full", FULL)
    : new IdpError(500, "server_error", "Something went wrong.");
}

function send(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  outgoing.end(JSON.stringify(body));
}
