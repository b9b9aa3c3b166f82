import { operations } from "#functions/operations.ts";
import type { Audience } from "#shared/http/authenticate.ts";
import { exampleOf } from "#shared/http/openapi/exampleOf.ts";
import { openApiDocument } from "#shared/http/openapi/openapi.ts";
import { bodiesWithIds } from "./bodiesWithIds.ts";
import { describedOperations, EXAMPLE_ADDRESSES } from "./describedOperations.ts";
import { EXAMPLE_IDS } from "./exampleIds.ts";

type Schema = Record<string, unknown>;

/** Request generated from the contract of its operation; every ID in it is one of the document's examples. */
export interface ContractRequest {
  operation: string;
  audience: Audience;
  method: string;
  path: string;
  query: Record<string, string>;
  /** JSON or form fields; undefined if there is no body. */
  body: unknown;
  /** Names of a form's file fields; null if the body is JSON. */
  files: string[] | null;
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  example?: unknown;
}

interface Described {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
}

/**
 * Returns requests for every operation, generated from its contract, so that new operations are covered automatically: one
 * without optional query parameters, then one for each optional parameter and each body field that accepts an ID.
 */
export function contractRequests(): ContractRequest[] {
  const document = openApiDocument(operations, EXAMPLE_ADDRESSES);
  const components = (document.components as { schemas: Record<string, Schema> }).schemas;
  return describedOperations<Described>(document).flatMap(({ path, method, described }) => {
    const audience = audienceOf(path, method.toUpperCase());
    const place = { operation: described.operationId, audience, method: method.toUpperCase(), path };
    return requestsOf(place, described, components);
  });
}

function audienceOf(path: string, method: string): Audience {
  const found = Object.values(operations).find(
    ({ contract }) =>
      [contract.path, contract.alsoPath].includes(path) &&
      [contract.method, contract.alsoMethod].includes(method as "GET"),
  );
  if (!found) throw new Error(`No operation has ${method} ${path}`);
  return found.contract.audience;
}

function requestsOf(
  place: Pick<ContractRequest, "operation" | "audience" | "method" | "path">,
  { parameters, requestBody }: Described,
  components: Record<string, Schema>,
): ContractRequest[] {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const query = Object.fromEntries(
    inQuery.filter(({ required }) => required).map(({ name, example }) => [name, String(example)]),
  );
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const example = content?.example ?? (content && exampleOf(content.schema, components));
  const files = type === "multipart/form-data" ? filesOf(content?.schema ?? {}) : null;
  const first: ContractRequest = { ...place, query, body: example, files };
  const optionalIds = inQuery.filter(({ required, example: id }) => !required && EXAMPLE_IDS.has(String(id)));
  return [
    first,
    ...optionalIds.map(({ name, example: id }) => ({ ...first, query: { ...query, [name]: String(id) } })),
    ...(content ? bodiesWithIds(content.schema, components, example) : []).map((body) => ({
      ...first,
      body: withoutAlternatives(body),
    })),
  ];
}

/** Fields that are stated instead of others. */
const INSTEAD_OF: Readonly<Record<string, readonly string[]>> = { coding_sequences: ["host", "codon_table"] };

/** Removes the fields that another field of a body replaces. */
function withoutAlternatives(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const replaced = new Set(Object.keys(body).flatMap((name) => INSTEAD_OF[name] ?? []));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !replaced.has(name)));
}

function filesOf({ properties = {} }: { properties?: Record<string, Schema> }): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.format === "binary");
}
