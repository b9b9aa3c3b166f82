import { takesEmptyText } from "@pdp/basics/schemas";
import { toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import * as v from "valibot";

export type JsonSchema = Record<string, unknown>;

/** Schemas by their name in the document. */
export type NamedSchemas = Record<string, v.GenericSchema>;

interface Converted {
  valibotSchema: { entries?: Record<string, v.GenericSchema> };
  jsonSchema: JsonSchema;
  referenceMap: Map<v.GenericSchema, string>;
}

const config = {
  target: "draft-2020-12", // the dialect used by OpenAPI 3.1
  typeMode: "input",
  errorMode: "ignore",
  overrideRef: ({ referenceId }: { referenceId: string }) => refTo(referenceId),
  overrideSchema: (context: Converted) => withEmptyText(context) ?? describeFields(context),
} as const;

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Returns the JSON Schema of one schema, with references to named schemas. */
export function jsonSchemaOf(schema: v.GenericSchema, named: NamedSchemas): JsonSchema {
  const options = { ...config, definitions: named } as never;
  const { $schema: _a, $defs: _b, ...result } = toJsonSchema(schema as never, options) as JsonSchema;
  return applyMetadata(result) as JsonSchema;
}

export function namedJsonSchemas(named: NamedSchemas): Record<string, JsonSchema> {
  return applyMetadata(toJsonSchemaDefs(named as never, config as never)) as Record<string, JsonSchema>;
}

/** Relaxes the rules of nullable strings: an empty string means null. */
function withEmptyText({ valibotSchema, jsonSchema }: Converted): JsonSchema | undefined {
  if (!takesEmptyText(valibotSchema as v.GenericSchema)) return undefined;
  const options = jsonSchema.anyOf as JsonSchema[];
  return { ...jsonSchema, anyOf: options.map(widened) };
}

function widened({ minLength: _, pattern, jsonSchema, anyOf, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(widened) } : {}),
    ...(typeof pattern === "string" ? { pattern: pattern.replace(/^\^(.*)\$$/, "^($1)?$") } : {}),
    ...(jsonSchema === undefined ? {} : { jsonSchema: widened(jsonSchema as JsonSchema) }),
  };
}

/**
 * Adds descriptions, examples and `x-internal` of fields wherever they appear in a field's pipe. The library stops at the
 * first transformation, and inlines a named schema that only has an added description.
 */
function describeFields({ valibotSchema, jsonSchema, referenceMap }: Converted): JsonSchema | undefined {
  if (!valibotSchema.entries) return undefined;
  const properties: JsonSchema = { ...(jsonSchema.properties as JsonSchema) };
  for (const [field, entry] of Object.entries(valibotSchema.entries)) {
    const base = "pipe" in entry ? (entry.pipe as v.GenericSchema[])[0] : undefined;
    const name = base && referenceMap.get(base);
    properties[field] = {
      ...(name ? { $ref: refTo(name) } : (properties[field] as object)),
      ...annotationsOf(entry),
    };
  }
  return { ...jsonSchema, properties };
}

function annotationsOf(schema: v.GenericSchema): JsonSchema {
  const result: JsonSchema = {};
  const description = v.getDescription(schema);
  const examples = v.getExamples(schema);
  if (description !== undefined) result.description = description;
  if (examples.length > 0) result.examples = examples;
  if (v.getMetadata(schema)["x-internal"] === true) result["x-internal"] = true;
  return result;
}

/**
 * Replaces rules implemented in code, which have no JSON Schema, with the schema's `v.metadata({ jsonSchema })`; its other
 * annotations are kept. Null defaults are omitted: they mean "not given".
 */
function applyMetadata(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(applyMetadata);
  if (typeof node !== "object" || node === null) return node;
  if ("jsonSchema" in node && typeof node.jsonSchema === "object") {
    const { description, examples, "x-internal": isInternal } = node as JsonSchema;
    return {
      ...node.jsonSchema,
      ...(description ? { description } : {}),
      ...(examples ? { examples } : {}),
      ...(isInternal ? { "x-internal": true } : {}),
    };
  }
  const entries = Object.entries(node).filter(([key, value]) => !(key === "default" && value === null));
  const applied = entries.map(([key, value]) => [key, key === "examples" ? value : applyMetadata(value)]);
  return forGenerators(withTypedText(withNamedSigns(Object.fromEntries(applied))));
}

/** Names for enumeration values that are symbols, which client generators cannot turn into names. */
const SIGN_NAMES: Record<string, string> = {
  ",": "COMMA",
  ";": "SEMICOLON",
  "\t": "TAB",
  "|": "PIPE",
  ".": "POINT",
  " ": "SPACE",
  "#": "HASH",
  "##": "DOUBLE_HASH",
  "@": "AT",
};

function withNamedSigns(schema: JsonSchema): JsonSchema {
  const { enum: values } = schema;
  if (!Array.isArray(values) || !values.every((value) => Object.hasOwn(SIGN_NAMES, String(value))))
    return schema;
  return { ...schema, "x-enum-varnames": values.map((value) => SIGN_NAMES[String(value)]) };
}

/** Adds the type of constant strings: without it, client generators declare them as objects of any type. */
function withTypedText(schema: JsonSchema): JsonSchema {
  return typeof schema.const === "string" ? { type: "string", ...schema } : schema;
}

/**
 * Replaces constructs that client generators cannot read: tuples become arrays of one type, optional constants become their
 * type, and properties that can only be null are removed.
 */
function forGenerators(schema: JsonSchema): JsonSchema {
  const { prefixItems, properties, required = [], ...rest } = schema;
  if (Array.isArray(prefixItems)) {
    const size = { minItems: prefixItems.length, maxItems: prefixItems.length };
    return { ...rest, type: "array", items: prefixItems[0], ...size };
  }
  if (typeof properties !== "object" || properties === null || Array.isArray(properties)) return schema;
  const kept = Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, property]) => {
    if (property.type === "null") return [];
    if (typeof property.const !== "boolean" || (required as string[]).includes(name))
      return [[name, property]];
    const { const: _, ...others } = property;
    return [[name, { ...others, type: "boolean" }]];
  });
  return { ...schema, properties: Object.fromEntries(kept) };
}
