import { documentation } from "#functions/documentation.ts";
import { operations } from "#functions/operations.ts";
import type { Audience } from "#shared/http/authenticate.ts";
import { routesOf } from "#shared/http/openapi/openapi.ts";
import type { Operation } from "#shared/http/operations/operation.ts";
import type { Schema } from "./schemaNodes.ts";

/** One method and path of the service. */
export interface Route {
  /** Operation name in the table. */
  name: string;
  method: string;
  path: string;
  audience: Audience;
  /** The response may be cut off, because it is sent while it is being created. */
  streams: boolean;
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema;
}

/** Description of a route in the OpenAPI document. */
export interface Description {
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

/** All methods and paths, from the operation tables; operations that create resources for others come first. */
export function allRoutes(): Route[] {
  const all: [string, Operation][] = Object.entries({ ...operations, ...documentation });
  const routes = all.flatMap(([name, { contract }]) =>
    routesOf(contract).map(({ method, path }) => ({
      name,
      method,
      path,
      audience: contract.audience,
      streams: contract.transport === "stream",
    })),
  );
  const creates = ({ path }: Route): boolean => path.endsWith(":create");
  return [...routes.filter(creates), ...routes.filter((route) => !creates(route))];
}

export function descriptionOf(document: Schema, { method, path }: Route): Description {
  const paths = document.paths as Record<string, Record<string, Description>>;
  const found = paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not in the document`);
  return found;
}
