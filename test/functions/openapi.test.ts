import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type AnySchema } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { namedExamples, namedSchemas } from "#shared/http/openapi/namedSchemas.ts";
import { openApiDocument, routesOf } from "#shared/http/openapi/openapi.ts";
import type { Contract } from "#shared/http/operations/contract.ts";
import { isBinary, type Operation, operation } from "#shared/http/operations/operation.ts";
import { describedOperations, EXAMPLE_ADDRESSES } from "../support/describedOperations.ts";
import { request } from "../support/http.ts";
import { sharedPlatform } from "../support/lab.ts";

interface Content {
  schema: AnySchema;
  example?: unknown;
}

interface Described {
  operationId: string;
  summary: string;
  "x-internal"?: boolean;
  parameters: { name: string; in: string; schema: AnySchema; example?: unknown; required: boolean }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content: Record<string, Content> }>;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, { examples?: unknown[] }> };
}

/** Example in the document, with its location and the schema that describes it. */
interface Claim {
  where: string;
  schema: AnySchema;
  example: unknown;
}

/** Parts of an operation that must have an example. Path parameters other than the workspace are self-explanatory. */
function claims(document: Document): Claim[] {
  return describedOperations<Described>(document).flatMap(({ described }) => claimsOf(described));
}

function claimsOf({ operationId, parameters, requestBody, responses }: Described): Claim[] {
  const contents = [["body", requestBody], ...Object.entries(responses)] as [string, { content: object }?][];
  return [
    ...parameters
      .filter((parameter) => parameter.in === "query" || parameter.name === "workspace")
      .map(({ name, schema, example }) => ({ where: `${operationId}: ${name}`, schema, example })),
    ...contents.flatMap(([place, holder]) =>
      Object.entries(holder?.content ?? {})
        .filter(([type]) => place === "body" || type === "application/json")
        .map(([, { schema, example }]) => ({ where: `${operationId}: ${place}`, schema, example })),
    ),
  ];
}

/** Independent JSON Schema validator with the document's schemas. */
function validator(document: Document): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "document");
  return ajv;
}

/** Returns the errors in an example; empty if it is valid. */
function problems(ajv: Ajv2020, { where, schema, example }: Claim): string[] {
  if (example === undefined) return [`${where} has no example`];
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'));
  return ajv.validate(absolute, example) ? [] : [`${where}: ${ajv.errorsText()}`];
}

let document: Document;

beforeAll(async () => {
  document = (await request("GET", `${sharedPlatform().platformUrl}/openapi.json`)).body;
});

function descriptionOf({ method, path }: { method: string; path: string }): Described | undefined {
  return document.paths[path]?.[method.toLowerCase()];
}

describe("the OpenAPI document", () => {
  it("an independent validator accepts the document as OpenAPI 3.1", async () => {
    const result = await new Validator().validate(document as never);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toBe("3.1.0");
  });

  it("the document describes every operation, and marks internal ones", () => {
    for (const { contract } of Object.values<Operation>(operations)) {
      for (const route of routesOf(contract)) {
        expect(descriptionOf(route)?.summary).toBe(contract.summary);
        expect(descriptionOf(route)?.["x-internal"]).toBe(contract.internal);
      }
    }
  });

  it("every operation has a unique id that is a valid identifier", () => {
    const names = describedOperations<Described>(document).map(({ described }) => described.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/);
  });

  it("every reference in the document resolves", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    for (const [, name] of references) expect(Object.keys(document.components.schemas)).toContain(name);
  });

  it("ids are strings, flags are booleans and page sizes are integers", () => {
    const parameters = describedOperations<Described>(document).flatMap(
      ({ described }) => described.parameters,
    );
    const types = (name: string) =>
      new Set(
        parameters
          .filter((each) => each.name === name)
          .map(({ schema }) => (schema as { type: unknown }).type),
      );
    expect(types("id")).toEqual(new Set(["string"]));
    expect(types("include_archived")).toEqual(new Set(["boolean"]));
    expect(types("limit")).toEqual(new Set(["integer"]));
  });
});

describe("the examples of the document", () => {
  it("every parameter, body, JSON response and error has an example that matches its schema", () => {
    const ajv = validator(document);
    const all = claims(document);
    expect(all.length).toBeGreaterThan(400);
    expect(all.flatMap((claim) => problems(ajv, claim))).toEqual([]);
  });

  it("named schemas have examples that match them", () => {
    const ajv = validator(document);
    for (const name of Object.keys(namedExamples)) {
      const example = document.components.schemas[name]?.examples?.[0];
      const schema = { $ref: `#/components/schemas/${name}` };
      expect(problems(ajv, { where: name, schema, example })).toEqual([]);
    }
  });

  it.each(Object.entries<Operation>(operations))(
    "the examples of %s pass the service's validation",
    (_, { contract }) => {
      for (const route of routesOf(contract))
        expect(brokenExamples(contract, descriptionOf(route))).toEqual([]);
    },
  );

  it("a missing example of a new operation is detected", () => {
    const described = documentWith({ response: v.object({ sequence: v.string() }) });
    expect(claims(described).flatMap((claim) => problems(validator(described), claim))).toEqual([
      "measure: 200 has no example",
    ]);
  });

  it("an example that does not match its schema is refused", () => {
    const described = documentWith({
      response: v.object({ ph: v.pipe(v.number(), v.examples([7.4])) }),
      examples: { response: { ph: "neutral" } },
    });
    expect(claims(described).flatMap((claim) => problems(validator(described), claim))).toEqual([
      "measure: 200: data/ph must be number",
    ]);
  });

  it("the service's validation accepts the examples of named schemas", () => {
    for (const [name, example] of Object.entries(namedExamples)) {
      const schema = namedSchemas[name as keyof typeof namedSchemas];
      expect(v.is(schema as v.GenericSchema, example), name).toBe(true);
    }
  });
});

/** Returns the locations where an operation's examples violate its schemas. */
function brokenExamples({ query, body, response }: Contract, described: Described | undefined): string[] {
  const given = described?.parameters.filter((parameter) => parameter.in === "query") ?? [];
  const parameters = Object.fromEntries(given.map(({ name, example }) => [name, String(example)]));
  const answer = described?.responses["200"]?.content["application/json"]?.example;
  const sent = described?.requestBody?.content["application/json"]?.example;
  return [
    ...(query ? issues("query", query, parameters) : []),
    ...(body ? issues("body", body, sent) : []),
    ...(isBinary(response) ? [] : issues("response", response, answer)),
  ];
}

function issues(place: string, schema: v.GenericSchema, value: unknown): string[] {
  const result = v.safeParse(schema, value);
  return (result.issues ?? []).map((issue) => `${place} ${v.getDotPath(issue)}: ${issue.message}`);
}

/** Document of a service with an additional operation. */
function documentWith(more: Pick<Contract, "response" | "examples">): Document {
  const measure = operation(
    {
      summary: "Measure a variant",
      method: "GET",
      path: "/measure",
      tag: "Measurements",
      audience: "open",
      needs: [],
      ...more,
    } as Contract & { response: v.GenericSchema },
    async () => ({}),
  );
  return openApiDocument({ measure }, EXAMPLE_ADDRESSES) as unknown as Document;
}
