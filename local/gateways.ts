import type { Server } from "node:http";
import { documentation } from "#functions/documentation.ts";
import { operations } from "#functions/operations.ts";
import type { FreshRequests } from "#shared/http/gateway/freshRequests.ts";
import { gateway } from "#shared/http/gateway/gateway.ts";
import { HttpTraffic } from "#shared/http/gateway/httpTraffic.ts";
import type { Operation } from "#shared/http/operations/operation.ts";
import { type AddressKind, isServedAt } from "#shared/http/operations/servedAt.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import type { ConsoleSite } from "./consoleSite.ts";
import type { Cors } from "./cors.ts";
import type { Place } from "./localEnvironment.ts";

/** Returns the HTTP servers of the platform and the regions, which share one connection limit. */
export function gateways(
  settings: (endpoint: Place) => Settings,
  cors: Cors,
  requests: FreshRequests,
  site: ConsoleSite,
): Record<Place, Server> {
  const all: Operation[] = [...Object.values(operations), ...Object.values(documentation)];
  const servedAt = (kind: AddressKind) => all.filter(({ contract }) => isServedAt(contract, kind));
  const regionHint =
    "This is a regional URL. Its operations are under /v2/workspace/, followed by the name of the workspace.";
  const platformHint =
    "Workspace operations are served at the region_api_url in the workspace's record. For all operations, see GET /docs.";
  const common = { requests, cors, traffic: new HttpTraffic() };
  const regional = { ...common, workspaceHint: "For all operations of a workspace, see GET /docs." };
  return {
    platform: gateway(servedAt("platform"), () => settings("platform"), platformHint, { ...common, site }),
    EU: gateway(servedAt("region"), () => settings("EU"), regionHint, regional),
    US: gateway(servedAt("region"), () => settings("US"), regionHint, regional),
  };
}
