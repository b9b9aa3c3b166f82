import type { JsonSchema } from "./jsonSchema.ts";

/** Fields that distinguish the options of a union. */
const TAGS = ["kind", "type"];

/** Names the options of all tagged unions, those in components before those in operations. */
export function nameUnions(paths: Record<string, JsonSchema>, schemas: Record<string, JsonSchema>): void {
  for (const [name, schema] of Object.entries({ ...schemas })) nameTaggedUnions(schema, name, schemas);
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item)) {
      const { operationId, requestBody, responses: answers } = (operation ?? {}) as JsonSchema;
      if (typeof operationId !== "string") continue;
      const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
      for (const [part, suffix] of [
        [requestBody, "Body"],
        [answers, "Answer"],
      ] as const) {
        for (const content of contentsOf(part)) nameTaggedUnions(content, `${name}${suffix}`, schemas);
      }
    }
  }
}

/** Returns the schemas of a request body or of all responses. */
function contentsOf(part: unknown): JsonSchema[] {
  if (typeof part !== "object" || part === null) return [];
  const { content } = part as { content?: Record<string, { schema: JsonSchema }> };
  if (content) return Object.values(content).map(({ schema }) => schema);
  return Object.values(part).flatMap(contentsOf);
}

/**
 * Names the options of every tagged union and adds a discriminator, as client generators require. Options are moved to
 * `components`, named after the union and their tag. Options that share a tag become one object with the fields of all of
 * them: a discriminator maps a tag to one schema, and some generators require an object there.
 */
function nameTaggedUnions(node: unknown, name: string, components: Record<string, JsonSchema>): void {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === "examples" || key === "example" || key === "default") continue;
    const isStructure =
      Array.isArray(node) || ["properties", "items", "anyOf", "oneOf", "schema"].includes(key);
    nameTaggedUnions(value, isStructure || Array.isArray(node) ? name : `${name}${pascal(key)}`, components);
  }
  const union = node as JsonSchema;
  for (const keyword of ["anyOf", "oneOf"]) {
    const options = union[keyword];
    if (!Array.isArray(options)) continue;
    const tag = tagOf(options as JsonSchema[]);
    if (tag !== undefined) nameOptions(union, keyword, tag, name, components);
  }
}

/** Returns the field that all options require with constant values. */
function tagOf(options: readonly JsonSchema[]): string | undefined {
  if (options.length < 2) return undefined;
  return TAGS.find((tag) => options.every((option) => valuesOf(option, tag).length > 0));
}

/** Returns the allowed values of an object's required tag; none for other schemas. */
function valuesOf({ type, properties, required }: JsonSchema, tag: string): string[] {
  if (type !== "object" || !(required as string[] | undefined)?.includes(tag)) return [];
  const { const: only, enum: several } = (properties as Record<string, JsonSchema>)[tag] ?? {};
  const values = Array.isArray(several) ? several : [only];
  return values.every((value) => typeof value === "string") ? (values as string[]) : [];
}

function nameOptions(
  union: JsonSchema,
  keyword: string,
  tag: string,
  name: string,
  components: Record<string, JsonSchema>,
): void {
  const groups = Map.groupBy(union[keyword] as JsonSchema[], (option) => valuesOf(option, tag).join("_"));
  const mapping: Record<string, string> = {};
  union[keyword] = [...groups].map(([tags, options]) => {
    const named = addComponent(`${name}${pascal(tags)}`, merged(options), components);
    for (const value of valuesOf(options[0] as JsonSchema, tag)) mapping[value] = named.$ref;
    return named;
  });
  union.discriminator = { propertyName: tag, mapping };
}

/**
 * Returns one schema for objects of several shapes. Its condition accepts exactly the objects that match a shape; client
 * generators ignore the condition and read the fields.
 */
function merged(shapes: readonly JsonSchema[]): JsonSchema {
  const [only] = shapes;
  if (only && shapes.length === 1) return only;
  const fields = shapes.map(({ properties }) => properties as Record<string, JsonSchema>);
  const names = new Set(fields.flatMap(Object.keys));
  const properties = [...names].map((name) => [
    name,
    anyOf(fields.flatMap((each) => (name in each ? [each[name] as JsonSchema] : []))),
  ]);
  const required = shapes.map((shape) => new Set(shape.required as string[]));
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: [...names].filter((name) => required.every((each) => each.has(name))),
    ...(shapes.every((shape) => shape.additionalProperties === false) ? { additionalProperties: false } : {}),
    if: { oneOf: shapes },
    else: { not: {} },
  };
}

/** Returns a schema that accepts the values of any of several schemas. */
function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const different = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  const [first = {}] = schemas;
  return different.size === 1 ? first : { anyOf: [...different.values()] };
}

function addComponent(
  name: string,
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
): { $ref: string } {
  const free = freeName(name, schema, components);
  components[free] = schema;
  return { $ref: `#/components/schemas/${free}` };
}

/** Returns a name not used by another schema. */
function freeName(name: string, schema: JsonSchema, components: Record<string, JsonSchema>): string {
  let free = name;
  for (let number = 2; isOther(components[free], schema); number += 1) {
    free = `${name}${number}`;
  }
  return free;
}

function isOther(known: JsonSchema | undefined, schema: JsonSchema): boolean {
  return known !== undefined && JSON.stringify(known) !== JSON.stringify(schema);
}

/** Converts a name to capitalized words: `sampler_config` becomes `SamplerConfig`. */
function pascal(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => {
      const rest = word.slice(1);
      return word.charAt(0).toUpperCase() + (word === word.toUpperCase() ? rest.toLowerCase() : rest);
    })
    .join("");
}
