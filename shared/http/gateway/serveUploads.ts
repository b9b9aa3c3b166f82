import { createHash, timingSafeEqual } from "node:crypto";
import type { Server } from "node:http";
import { DomainError } from "@pdp/basics/errors";
import type { ApiEvent } from "#shared/http/apiEvent.ts";
import { clientAddress } from "#shared/http/audit/clientAddress.ts";
import { errorReply } from "#shared/http/errors.ts";
import { functionSettings } from "#shared/http/operations/functionSettings.ts";
import type { Operation } from "#shared/http/operations/operation.ts";
import { cachedSettings } from "#shared/runtime/cachedSettings.ts";
import type { Environment } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { EDGE_HEADER } from "./edgeHeader.ts";
import { gateway } from "./gateway.ts";

const HINT = "Only file uploads are accepted here.";

/**
 * Serves uploads over HTTP, up to their maximum size: API Gateway and Lambda events are limited to a few megabytes. The
 * platform that runs this server specifies the address to listen on, as `host:port`.
 */
export async function serveUploads(
  operations: readonly Operation[],
  environment: Environment,
): Promise<Server> {
  const current = cachedSettings(environment, uploadSettings);
  const { AWS_LAMBDA_HTTP_ENDPOINT, UPLOADS_ENDPOINT = AWS_LAMBDA_HTTP_ENDPOINT } = environment;
  const [, host, port] = /^(.+):(\d+)$/.exec(UPLOADS_ENDPOINT ?? "") ?? [];
  if (!host || !port) throw new Error("The environment does not specify where to listen: UPLOADS_ENDPOINT");
  let { settings, secrets } = await current();
  // Secrets are refreshed in the background; requests do not wait for them.
  const refresh = async (): Promise<void> => {
    ({ settings, secrets } = await current());
  };
  const guarded = operations.map((operation) => requireEdge(operation, () => secrets));
  const server = gateway(guarded, () => settings, HINT);
  server.on("request", () => void refresh());
  return server.listen(Number(port), host);
}

/** Returns the server's settings and the values it accepts from the edge, which depend on the deployment target. */
function uploadSettings(environment: Environment): { settings: Settings; secrets: readonly string[] } {
  const { ORIGIN_SECRET, FORMER_ORIGIN_SECRET, REGION } = environment;
  if (!ORIGIN_SECRET) throw new Error("The environment is incomplete: ORIGIN_SECRET");
  const known = [ORIGIN_SECRET, ...(FORMER_ORIGIN_SECRET ? [FORMER_ORIGIN_SECRET] : [])];
  const secrets = known.map((secret) => `${secret}-${REGION?.toLowerCase()}`);
  // The address that this server sees may be that of the edge, so tokens are not counted by it.
  const settings = { ...functionSettings(environment), invalidTokensPerAddress: Number.POSITIVE_INFINITY };
  return { settings, secrets };
}

/** Refuses requests that did not come through the edge, which counts and checks them. */
function requireEdge(operation: Operation, secrets: () => readonly string[]): Operation {
  return {
    contract: operation.contract,
    handle: (event) => {
      const said = event.headers[EDGE_HEADER] ?? "";
      if (secrets().some((secret) => isSame(said, secret))) return operation.handle(throughEdge(event));
      const sentence = "This URL is not public. Use the regional URL in the workspace's record.";
      return Promise.resolve(errorReply(new DomainError("forbidden", "not_public", sentence), event));
    },
  };
}

function throughEdge(event: ApiEvent): ApiEvent {
  return { ...event, clientAddress: clientAddress(event.clientAddress, event.headers["x-forwarded-for"]) };
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
