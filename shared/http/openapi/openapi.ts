import { closeObjects } from "../operations/closeObjects.ts";
import type { Contract } from "../operations/contract.ts";
import { isBinary, type Operation } from "../operations/operation.ts";
import { isServedAt } from "../operations/servedAt.ts";
import { errorExample } from "./errorExamples.ts";
import { exampleOf } from "./exampleOf.ts";
import { type JsonSchema, jsonSchemaOf, namedJsonSchemas } from "./jsonSchema.ts";
import { namePages } from "./namedPages.ts";
import { namedExamples, namedSchemas } from "./namedSchemas.ts";
import { QUICK_START } from "./quickStart.ts";
import { nameUnions } from "./taggedUnions.ts";

type Components = Record<string, JsonSchema>;

const LAST_TAG = "Diagnostics";

/** Addresses of a deployment. */
export interface ServerAddresses {
  platform: string;
  EU: string;
  US: string;
}

/**
 * Returns the OpenAPI 3.1 document of the service. Paths served at regional addresses list their servers; all others are
 * served only at the platform's address.
 */
export function openApiDocument(
  operations: Record<string, Operation>,
  addresses: ServerAddresses,
): JsonSchema {
  const schemas = schemaComponents();
  const paths: Record<string, JsonSchema> = {};
  for (const [name, { contract }] of Object.entries(operations)) {
    for (const [index, { method, path }] of routesOf(contract).entries()) {
      const item = paths[path] ?? regionalServers(contract, addresses);
      paths[path] = item;
      const operationId = index === 0 ? name : otherName(name, contract, method);
      item[method.toLowerCase()] = operationObject(operationId, path, contract, schemas);
    }
  }
  nameUnions(paths, schemas);
  namePages(paths, schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: "Workspace data platform",
      version: "2.0.0",
      description: QUICK_START,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [platformServer(addresses)],
    tags: tagsOf(operations).map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}

/** Returns the tags in the order of the operations; the tag of the error-testing operations comes last. */
function tagsOf(operations: Record<string, Operation>): string[] {
  const tags = new Set(Object.values(operations).map(({ contract }) => contract.tag));
  return [...tags].sort((a, b) => Number(a === LAST_TAG) - Number(b === LAST_TAG));
}

/** Returns the servers of a path that regional addresses serve, or nothing for other paths, which use the document's server. */
function regionalServers(contract: Contract, addresses: ServerAddresses): JsonSchema {
  if (!isServedAt(contract, "region")) return {};
  const regions = (["EU", "US"] as const).map((region) => ({
    url: addresses[region],
    description: `The region ${region}`,
  }));
  return { servers: isServedAt(contract, "platform") ? [platformServer(addresses), ...regions] : regions };
}

function platformServer({ platform }: ServerAddresses): JsonSchema {
  return { url: platform, description: "The platform" };
}

function schemaComponents(): Components {
  const components = namedJsonSchemas(namedSchemas);
  for (const [name, example] of Object.entries(namedExamples)) {
    components[name] = { ...components[name], examples: [example] };
  }
  return components;
}

/** Returns the operation id of an alternative route; ids are unique in a document. */
function otherName(name: string, contract: Contract, method: string): string {
  if (method === contract.method) return `${name}Alias`;
  return `${name}By${method.charAt(0)}${method.slice(1).toLowerCase()}`;
}

/** Returns all methods and paths of an operation, starting with the main one. */
export function routesOf(contract: Contract): { method: string; path: string }[] {
  const routes = [{ method: contract.method as string, path: contract.path }];
  if (contract.alsoMethod) routes.push({ method: contract.alsoMethod, path: contract.path });
  if (contract.alsoPath) routes.push({ method: contract.method, path: contract.alsoPath });
  return routes;
}

function operationObject(
  operationId: string,
  path: string,
  contract: Contract,
  components: Components,
): JsonSchema {
  const result: JsonSchema = {
    operationId,
    tags: [contract.tag],
    summary: contract.summary,
    parameters: [...pathParameters(path), ...queryParameters(contract, components)],
    responses: responses(contract, components),
    security: contract.audience === "open" ? [] : [{ bearer: [] }],
  };
  if (contract.description) result.description = contract.description;
  if (contract.internal) result["x-internal"] = true;
  if (contract.deprecated) result.deprecated = true;
  const body = requestBody(contract, components);
  if (body) result.requestBody = body;
  return result;
}

function pathParameters(path: string): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    ...(name === "workspace" ? { description: "The name of the workspace", example: "protein-lab" } : {}),
  }));
}

function queryParameters({ query, examples }: Contract, components: Components): JsonSchema[] {
  if (!query) return [];
  const { properties, required } = jsonSchemaOf(query, namedSchemas) as {
    properties: Record<string, JsonSchema>;
    required: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, "x-internal": isInternal, ...stated } = withoutNull(property);
    const isRequired = required.includes(name);
    // An empty parameter counts as missing.
    const schema = isRequired && isFreeText(stated) ? { ...stated, minLength: 1 } : stated;
    const example = examples?.query?.[name] ?? exampleOf(schema, components);
    return {
      name,
      in: "query",
      required: isRequired,
      ...(isRequired ? {} : { allowEmptyValue: true }),
      ...(description === undefined ? {} : { description }),
      ...(isInternal === true ? { "x-internal": true } : {}),
      schema,
      ...(example === undefined ? {} : { example }),
    };
  });
}

/** Returns whether a schema accepts any string. */
function isFreeText({ type, enum: options, pattern, minLength }: JsonSchema): boolean {
  return type === "string" && options === undefined && pattern === undefined && minLength === undefined;
}

/** Removes null from a parameter's schema: a URL parameter is present or absent. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...notes } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const options = anyOf.filter(({ type }) => type !== "null");
  return options.length === 1 ? { ...options[0], ...notes } : schema;
}

function requestBody(
  { body, form, rawFileExample, examples, transport }: Contract,
  components: Components,
): JsonSchema | null {
  const schema = body ?? form;
  if (!schema) return null;
  const type = form ? "multipart/form-data" : "application/json";
  const whole = jsonSchemaOf(schema, namedSchemas);
  // Senders of raw bodies, such as identity providers, may add fields.
  if (transport !== "raw") closeObjects(whole, components);
  const content = jsonContent(whole, components, examples?.body);
  if (rawFileExample !== undefined) {
    const raw = { schema: { type: "string", format: "binary" }, example: rawFileExample };
    return { required: false, content: { [type]: content, "application/octet-stream": raw } };
  }
  return { required: schema.type !== "optional", content: { [type]: content } };
}

/** Returns the media type with an example: the given one, or one composed from the schema. */
function jsonContent(schema: JsonSchema, components: Components, given?: unknown): JsonSchema {
  const example = given ?? exampleOf(schema, components);
  return example === undefined ? { schema } : { schema, example };
}

const SENTENCES: Record<number, string> = {
  400: "The body or the SQL cannot be read",
  401: "The token is missing or invalid",
  403: "The caller lacks permission, or cannot access the workspace (whether or not it exists)",
  404: "Unknown id or reference",
  408: "The body arrived too slowly",
  409: "The resource's state does not allow this",
  413: "The body is too large",
  415: "The media type is not accepted",
  422: "The request is not valid",
  423: "The workspace is frozen",
  429: "Too many requests; see Retry-After",
  500: "Internal error; `error_id` identifies it in the log",
  503: "A required system cannot be reached; see Retry-After",
  507: "The platform's disk or storage is full; try again later",
};

const REDIRECT: JsonSchema = {
  description: "With `redirect=true`: URL of the result; read it with GET and without a token",
  headers: {
    Location: {
      description: "Signed URL in the object store. Start the download within one minute",
      required: true,
      schema: { type: "string", format: "uri" },
    },
  },
};

function responses(contract: Contract, components: Components): JsonSchema {
  const result: JsonSchema = { 200: success(contract, components) };
  if (contract.redirects) result[303] = REDIRECT;
  for (const status of statuses(contract)) {
    const name = status === 422 ? "HTTPValidationError" : "Error";
    const schema = { $ref: `#/components/schemas/${name}` };
    const content = jsonContent(schema, components, errorExample(status, contract));
    result[status] = { description: SENTENCES[status], content: { "application/json": content } };
  }
  return result;
}

function success({ response, examples }: Contract, components: Components): JsonSchema {
  if (isBinary(response)) {
    const { contentType, example, alsoContentTypes = {}, description } = response;
    const schema = payloadSchema(contentType);
    const content: Record<string, JsonSchema> = {
      [contentType]: example === undefined ? { schema } : { schema, example },
    };
    for (const [type, example] of Object.entries(alsoContentTypes)) {
      content[type] = { schema: payloadSchema(type), ...(example !== undefined && { example }) };
    }
    return { description, content };
  }
  const schema = jsonSchemaOf(response, namedSchemas);
  const content = jsonContent(schema, components);
  if (examples?.response) content.example = { ...(content.example as object), ...examples.response };
  return { description: "Success", content: { "application/json": content } };
}

/** Returns the schema of a payload that is not a resource. */
function payloadSchema(contentType: string): JsonSchema {
  if (contentType === "application/json") return { type: "object" };
  return contentType.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };
}

function statuses(contract: Contract): number[] {
  const all = new Set<number>([500, ...(contract.errors ?? [])]);
  if (contract.audience !== "open") for (const status of [401, 403, 429, 503, 507]) all.add(status);
  if (contract.audience === "member") for (const status of [404, 409, 423]) all.add(status);
  if (contract.query || contract.body || contract.form) all.add(422);
  if (contract.body || contract.form) all.add(408);
  if (contract.body) for (const status of [400, 413, 415]) all.add(status);
  return [...all].sort((a, b) => a - b);
}
