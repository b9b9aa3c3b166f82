import { toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type * as v from "valibot";

export type JsonSchema = Record<string, unknown>;

/** Schemas that stand in the document under a name of their own. */
export type NamedSchemas = Record<string, v.GenericSchema>;

const config = {
  typeMode: "input",
  errorMode: "ignore",
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const;

/** The JSON Schema of one schema; those that have a name are referred to. */
export function jsonSchemaOf(schema: v.GenericSchema, named: NamedSchemas): JsonSchema {
  const options = { ...config, definitions: named } as never;
  const { $schema: _a, $defs: _b, ...result } = toJsonSchema(schema as never, options) as JsonSchema;
  return asDocumented(result) as JsonSchema;
}

export function namedJsonSchemas(named: NamedSchemas): Record<string, JsonSchema> {
  return asDocumented(toJsonSchemaDefs(named as never, config as never)) as Record<string, JsonSchema>;
}

/**
 * Rules that are code cannot be read off a schema: it says in `v.metadata({ jsonSchema })` what stands in the document
 * instead. Defaults of null are left out: they are "not given".
 */
function asDocumented(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(asDocumented);
  if (typeof node !== "object" || node === null) return node;
  if ("jsonSchema" in node && typeof node.jsonSchema === "object") return node.jsonSchema;
  const entries = Object.entries(node).filter(([key, value]) => !(key === "default" && value === null));
  return Object.fromEntries(entries.map(([key, value]) => [key, asDocumented(value)]));
}
