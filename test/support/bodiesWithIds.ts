import { findIds } from "./exampleIds.ts";

type Schema = Record<string, unknown>;
type Components = Record<string, Schema>;

/** Columns may contain columns. */
const DEEPEST = 16;

/**
 * Returns bodies that each differ from `example` in one part. Every place where the schema accepts an ID occurs in the example
 * or in one of the bodies, whichever schema alternative it belongs to.
 */
export function bodiesWithIds(schema: Schema, components: Components, example: unknown): unknown[] {
  const covered = new Set(findIds(example).map(textOf));
  const bodies: unknown[] = [];
  for (const body of variations(schema, components, example, 0)) {
    const places = findIds(body).map(textOf);
    if (places.every((place) => covered.has(place))) continue;
    for (const place of places) covered.add(place);
    bodies.push(body);
  }
  return bodies;
}

/** Returns a value for a schema, composed of the examples of its parts; parts without an example are omitted. */
function sampleOf(schema: Schema, components: Components, depth: number): unknown {
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (typeof schema.$ref === "string")
    return sampleOf(resolveReference(schema.$ref, components), components, depth + 1);
  if ("const" in schema) return schema.const;
  const options = (schema.enum ?? optionsOf(schema)) as unknown[] | undefined;
  if (options) return schema.enum ? options[0] : sampleOf(options[0] as Schema, components, depth + 1);
  if (schema.type === "array") {
    // A list of any values has no schema of its items.
    const stated = (schema.prefixItems as Schema[] | undefined) ?? [(schema.items ?? {}) as Schema];
    const items = stated.map((item) => sampleOf(item, components, depth + 1));
    return items.includes(undefined) ? [] : items;
  }
  if (schema.type !== "object") return schema.default ?? plainOf(schema);
  const parts = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(
    ([name, property]) => [name, sampleOf(property, components, depth + 1)],
  );
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}

function plainOf({ type, minimum }: Schema): unknown {
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return minimum ?? 1;
  return type === "string" ? "text" : undefined;
}

function resolveReference(reference: string, components: Components): Schema {
  return components[reference.replace("#/components/schemas/", "")] ?? {};
}

function textOf({ path }: { path: string[] }): string {
  return path.join("/");
}

/** Returns the alternatives of a schema. If an object can have several shapes, its condition lists them. */
function optionsOf({ anyOf, oneOf, if: condition }: Schema): Schema[] | undefined {
  return (anyOf ?? oneOf ?? (condition as Schema | undefined)?.oneOf) as Schema[] | undefined;
}

/** Returns values that each differ from `example` in one part of the schema, so that each alternative occurs once. */
function variations(schema: Schema, components: Components, example: unknown, depth: number): unknown[] {
  if (depth > DEEPEST) return [];
  if (typeof schema.$ref === "string") {
    return variations(resolveReference(schema.$ref, components), components, example, depth + 1);
  }
  const options = optionsOf(schema);
  if (options) {
    return options.flatMap((option) => {
      const fits = isLike(option, components, example);
      const own = fits ? example : sampleOf(option, components, depth);
      return [...(fits || own === undefined ? [] : [own]), ...variations(option, components, own, depth + 1)];
    });
  }
  if (schema.type === "array") {
    if (!schema.items) return [];
    const items = variations(schema.items as Schema, components, (example as unknown[])?.[0], depth + 1);
    return items.map((item) => [item]);
  }
  if (schema.type === "object") return variationsOfObject(schema, components, example, depth);
  const leaf = sampleOf(schema, components, depth);
  return leaf === undefined || leaf === example ? [] : [leaf];
}

function variationsOfObject(
  schema: Schema,
  components: Components,
  example: unknown,
  depth: number,
): unknown[] {
  const own = (typeof example === "object" && example !== null ? example : {}) as Record<string, unknown>;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const further = schema.additionalProperties;
  // Fields of another alternative do not belong to this one.
  const known = new Set(properties.map(([name]) => name));
  const isOpen = typeof further === "object" && further !== null;
  const base = isOpen ? own : Object.fromEntries(Object.entries(own).filter(([name]) => known.has(name)));
  if (typeof further === "object" && further !== null)
    for (const key of Object.keys(base)) properties.push([key, further as Schema]);
  return properties.flatMap(([name, property]) =>
    variations(property, components, base[name], depth + 1).map((value) => ({ ...base, [name]: value })),
  );
}

/** Returns whether an example matches this alternative: it contains all required fields and its constants. */
function isLike(option: Schema, components: Components, example: unknown): boolean {
  if (typeof option.$ref === "string") {
    return isLike(resolveReference(option.$ref, components), components, example);
  }
  if (example === undefined || option.type === "null") return false;
  if (option.type !== "object") return typeof example === option.type;
  if (typeof example !== "object" || example === null) return false;
  const required = (option.required ?? []) as string[];
  if (!required.every((name) => name in example)) return false;
  const properties = (option.properties ?? {}) as Record<string, Schema>;
  return Object.entries(properties).every(
    ([name, { const: constant }]) =>
      constant === undefined || (example as Record<string, unknown>)[name] === constant,
  );
}
