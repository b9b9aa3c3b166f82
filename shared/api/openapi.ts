import * as v from "valibot";
import { ColumnShape, ItemShape } from "#shared/domain/columnRules.ts";
import { ColumnResponse, ItemResponse } from "#shared/domain/columnWire.ts";
import { Context, LoadContext } from "#shared/domain/context.ts";
import { Load, LoadFile, LoadTable } from "#shared/domain/load.ts";
import { Project } from "#shared/domain/project.ts";
import { Round } from "#shared/domain/round.ts";
import { Table } from "#shared/domain/table.ts";
import { Version } from "#shared/domain/version.ts";
import { Workspace, WorkspaceRecord } from "#shared/domain/workspace.ts";
import type { Contract } from "./contract.ts";
import { type JsonSchema, jsonSchemaOf, namedJsonSchemas } from "./jsonSchema.ts";
import { isBinary, type Operation } from "./operation.ts";

const ErrorBody = v.object({
  detail: v.pipe(v.string(), v.description("A sentence that a person can act on")),
  code: v.pipe(v.string(), v.description("Stable, in snake_case, for programs")),
  error_id: v.pipe(v.string(), v.description("Finds the request in the service's log")),
});

const ValidationError = v.object({
  loc: v.array(v.union([v.string(), v.number()])),
  msg: v.string(),
  type: v.string(),
  input: v.optional(v.unknown()),
  ctx: v.optional(v.looseObject({})),
});

const named = {
  Column: ColumnResponse,
  ColumnInput: ColumnShape,
  Context,
  Error: ErrorBody,
  HTTPValidationError: v.object({ detail: v.array(ValidationError) }),
  ItemType: ItemResponse,
  ItemTypeInput: ItemShape,
  Load,
  LoadContext,
  LoadFile,
  LoadTable,
  Project,
  Round,
  Table,
  ValidationError,
  Version,
  Workspace,
  WorkspaceRecord,
};

/** The OpenAPI 3.1 document of the service. Operations of a workspace are served at its regional address. */
export function openApiDocument(operations: Record<string, Operation>, serverUrl: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [name, { contract }] of Object.entries(operations)) {
    for (const [index, { method, path }] of routesOf(contract).entries()) {
      const item = paths[path] ?? {};
      paths[path] = item;
      item[method.toLowerCase()] = operationObject(index === 0 ? name : `${name}${index + 1}`, contract);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Workspace data platform",
      version: "2.0.0",
      description:
        "Multi-tenant, versioned data for protein engineering: loads, SQL at any version, undo and redo. Operations below /v2/workspace/{workspace} are served at the workspace's regional address, the `region_api_url` of its record.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(Object.values(operations).map(({ contract }) => contract.tag))].map((tag) => ({
      name: tag,
    })),
    paths,
    components: {
      schemas: namedJsonSchemas(named),
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}

/** All methods and paths under which an operation is reached; the first is the principal one. */
export function routesOf(contract: Contract): { method: string; path: string }[] {
  const routes = [{ method: contract.method as string, path: contract.path }];
  if (contract.alsoMethod) routes.push({ method: contract.alsoMethod, path: contract.path });
  if (contract.alsoPath) routes.push({ method: contract.method, path: contract.alsoPath });
  return routes;
}

function operationObject(operationId: string, contract: Contract): JsonSchema {
  const result: JsonSchema = {
    operationId,
    tags: [contract.tag],
    summary: contract.summary,
    parameters: [...pathParameters(contract), ...queryParameters(contract)],
    responses: responses(contract),
    security: contract.audience === "open" ? [] : [{ bearer: [] }],
  };
  if (contract.description) result.description = contract.description;
  if (contract.internal) result["x-internal"] = true;
  if (contract.deprecated) result.deprecated = true;
  const body = requestBody(contract);
  if (body) result.requestBody = body;
  return result;
}

function pathParameters({ path }: Contract): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    ...(name === "workspace" ? { description: "The name of the workspace", example: "lab" } : {}),
  }));
}

function queryParameters({ query }: Contract): JsonSchema[] {
  const entries = (query as { entries?: Record<string, v.GenericSchema> } | undefined)?.entries ?? {};
  return Object.entries(entries).map(([name, entry]) => ({
    name,
    in: "query",
    required: entry.type !== "optional",
    schema: jsonSchemaOf(entry, named),
  }));
}

function requestBody({ body, form }: Contract): JsonSchema | null {
  const schema = body ?? form;
  if (!schema) return null;
  const type = form ? "multipart/form-data" : "application/json";
  return {
    required: schema.type !== "optional",
    content: { [type]: { schema: jsonSchemaOf(schema, named) } },
  };
}

const SENTENCES: Record<number, string> = {
  400: "The body or the SQL cannot be read",
  401: "No token, or one that does not verify",
  403: "The caller may not do this; also any workspace the caller cannot reach, existing or not",
  404: "An id or a reference is unknown",
  409: "The resource is not in a state that allows this",
  413: "The body is too large",
  415: "The media type is not accepted",
  422: "The request is not valid",
  429: "Too many requests; see Retry-After",
  500: "An error of the service; error_id finds it in the log",
  503: "A system that the answer depends on cannot be reached; see Retry-After",
};

function responses(contract: Contract): JsonSchema {
  const result: JsonSchema = {
    200: isBinary(contract.response)
      ? { description: contract.response.description, content: { [contract.response.contentType]: {} } }
      : {
          description: "Success",
          content: { "application/json": { schema: jsonSchemaOf(contract.response, named) } },
        },
  };
  for (const status of statuses(contract)) {
    const name = status === 422 ? "HTTPValidationError" : "Error";
    const schema = { $ref: `#/components/schemas/${name}` };
    result[status] = { description: SENTENCES[status], content: { "application/json": { schema } } };
  }
  return result;
}

function statuses(contract: Contract): number[] {
  const all = new Set<number>([500, ...(contract.errors ?? [])]);
  if (contract.audience !== "open") for (const status of [401, 429, 503]) all.add(status);
  if (contract.audience === "member" || contract.audience === "staff") all.add(403);
  if (contract.audience === "member") all.add(409);
  if (contract.query || contract.body || contract.form) all.add(422);
  if (contract.body) for (const status of [400, 413, 415]) all.add(status);
  return [...all].sort((a, b) => a - b);
}
