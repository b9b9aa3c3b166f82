import fc from "fast-check";
import { hostileNode, hostileText } from "./hostileNodes.ts";
import type { JsonNode } from "./jsonNode.ts";
import { MAX_PICK } from "./knownValues.ts";

export type Schema = Record<string, unknown>;

/** Settings for generating values from a schema. */
export interface Making {
  /** The whole OpenAPI document, in which `$ref` is resolved. */
  document: Schema;
  /** Percentage of values that violate the schema. */
  wrong: number;
}

const DEEPEST = 5;
const UNKNOWN_ID = "5";

/** Values as described by a JSON Schema; `field` is the name under which they are sent. */
export function nodesOf(schema: Schema, field: string, making: Making, depth = 0): fc.Arbitrary<JsonNode> {
  const right = fc.oneof(
    ...alternatives(resolveSchema(schema, making)).map((one) => nodeOfSchema(one, field, making, depth)),
  );
  return fc.oneof(
    { weight: 100 - making.wrong, arbitrary: right },
    { weight: making.wrong, arbitrary: hostileNode },
  );
}

export function resolveSchema(schema: Schema, { document }: Making): Schema {
  if (typeof schema.$ref !== "string") return schema;
  let found: unknown = document;
  for (const step of schema.$ref.split("/").slice(1)) found = (found as Schema)[step];
  return found as Schema;
}

function alternatives(schema: Schema): Schema[] {
  const found = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  return found && found.length > 0 ? found : [schema];
}

function nodeOfSchema(given: Schema, field: string, making: Making, depth: number): fc.Arbitrary<JsonNode> {
  const schema = resolveSchema(given, making);
  if (alternatives(schema)[0] !== schema || depth > DEEPEST)
    return depth > DEEPEST ? literal("null") : nodesOf(schema, field, making, depth);
  if ("const" in schema) return oneOf([schema.const]);
  if (Array.isArray(schema.enum)) return oneOf(schema.enum);
  switch (schema.type) {
    case "null":
      return literal("null");
    case "boolean":
      return literal("true", "false");
    case "integer":
    case "number":
      return fc.integer(bounds(schema)).map((value): JsonNode => ({ kind: "literal", text: String(value) }));
    case "array":
      return arrayOf(schema, field, making, depth);
    case "object":
      return objectOf(schema, making, depth);
    case "string":
      return textOf(schema, field);
    default:
      return fc.oneof(hostileNode, knownNode(field));
  }
}

function literal(...texts: string[]): fc.Arbitrary<JsonNode> {
  return fc.constantFrom(...texts).map((text) => ({ kind: "literal", text }));
}

function oneOf(values: unknown[]): fc.Arbitrary<JsonNode> {
  return fc.constantFrom(...values).map((value) => {
    return typeof value === "string"
      ? { kind: "text", value }
      : { kind: "literal", text: JSON.stringify(value) };
  });
}

function bounds({ minimum, maximum }: Schema): { min: number; max: number } {
  return { min: Math.ceil(Number(minimum ?? -10)), max: Math.floor(Number(maximum ?? 1000)) };
}

function knownNode(field: string): fc.Arbitrary<JsonNode> {
  return fc.nat(MAX_PICK - 1).map((pick) => ({ kind: "known", field, pick, otherwise: UNKNOWN_ID }));
}

function arrayOf(schema: Schema, field: string, making: Making, depth: number): fc.Arbitrary<JsonNode> {
  const item = nodesOf((schema.items ?? {}) as Schema, field, making, depth + 1);
  const least = Number(schema.minItems ?? 0);
  return fc
    .array(item, { minLength: least, maxLength: least + 3 })
    .map((items): JsonNode => ({ kind: "array", items }));
}

function objectOf(schema: Schema, making: Making, depth: number): fc.Arbitrary<JsonNode> {
  const required = new Set((schema.required ?? []) as string[]);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const fields = properties.map(([name, property]) => {
    const missing = required.has(name) ? making.wrong / 4 : 50;
    const entry = nodesOf(property, name, making, depth + 1).map((value): [string, JsonNode][] => [
      [name, value],
    ]);
    return fc.oneof(
      { weight: 100 - Math.ceil(missing), arbitrary: entry },
      { weight: Math.ceil(missing), arbitrary: fc.constant<[string, JsonNode][]>([]) },
    );
  });
  return fc
    .tuple(fc.tuple(...fields), freeEntries(schema, making, depth), extraEntries(properties, making))
    .map(([declared, free, extra]): JsonNode => {
      return { kind: "object", entries: [...declared.flat(), ...free, ...extra] };
    });
}

/** Entries of an object with undeclared keys, such as the tables of a load. */
function freeEntries(schema: Schema, making: Making, depth: number): fc.Arbitrary<[string, JsonNode][]> {
  if (typeof schema.additionalProperties !== "object" || schema.additionalProperties === null)
    return fc.constant([]);
  const key = fc.oneof(
    { weight: 100 - making.wrong, arbitrary: fc.constantFrom("measured", "variants", "t1", "T1") },
    { weight: making.wrong, arbitrary: hostileText },
  );
  return fc.array(fc.tuple(key, nodesOf(schema.additionalProperties as Schema, "", making, depth + 1)), {
    maxLength: 2,
  });
}

/** Unknown fields and repeated fields. */
function extraEntries(properties: [string, Schema][], { wrong }: Making): fc.Arbitrary<[string, JsonNode][]> {
  const names = properties.map(([name]) => name);
  const key = fc.oneof(fc.constantFrom("extra", "__proto__", "constructor", ...names), hostileText);
  return fc.oneof(
    { weight: 100 - wrong, arbitrary: fc.constant<[string, JsonNode][]>([]) },
    { weight: wrong, arbitrary: fc.array(fc.tuple(key, hostileNode), { minLength: 1, maxLength: 2 }) },
  );
}

function textOf(schema: Schema, field: string): fc.Arbitrary<JsonNode> {
  const least = Number(schema.minLength ?? 0);
  const most = Math.min(Number(schema.maxLength ?? least + 30), least + 60);
  const made = texts(least, most, schema.pattern);
  const text = made.map((value): JsonNode => ({ kind: "text", value }));
  const known = fc.record({
    kind: fc.constant("known" as const),
    field: fc.constant(field),
    pick: fc.nat(MAX_PICK - 1),
    otherwise: schema.format === "int64" ? fc.constant(UNKNOWN_ID) : made,
  });
  return fc.oneof({ weight: 3, arbitrary: known }, { weight: 2, arbitrary: text });
}

const textsByRule = new Map<string, fc.Arbitrary<string>>();

/**
 * Strings that match a length range or a pattern. Generators are created once for each rule, because fast-check takes a long
 * time to create them.
 */
function texts(least: number, most: number, pattern: unknown): fc.Arbitrary<string> {
  const rule = JSON.stringify([least, most, pattern]);
  const known = textsByRule.get(rule);
  if (known) return known;
  const made = fc.oneof(
    fc.string({ minLength: least, maxLength: most }),
    fc.string({ unit: "grapheme", minLength: least, maxLength: Math.min(most, least + 10) }),
    textMatching(pattern),
  );
  textsByRule.set(rule, made);
  return made;
}

/** fast-check cannot generate text for patterns with lookahead; for these patterns, text is generated without the lookahead. */
function textMatching(pattern: unknown): fc.Arbitrary<string> {
  if (typeof pattern !== "string") return fc.constantFrom("a", "sample", "Zwölf Proben");
  return fc.stringMatching(new RegExp(pattern.replace(/\(\?!.*?\)/g, "").replaceAll("\\S", "[a-z]")), {
    size: "small",
  });
}
