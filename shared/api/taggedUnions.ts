import type { JsonSchema } from "./jsonSchema.ts";

/** Fields that tell the options of a union apart. */
const TAGS = ["kind", "type"];

interface Tagged {
  tag: string;
  /** Values of the tag that each option has. */
  values: string[][];
}

/**
 * Names the options of every tagged union and adds a discriminator, as generators of clients need them. Options are
 * moved to `components` under the name of the union and their tag. Unions in which two options have the same tag get
 * the names alone.
 */
export function nameTaggedUnions(node: unknown, name: string, components: Record<string, JsonSchema>): void {
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
    const found = tagOf(options as JsonSchema[]);
    if (found) nameOptions(union, keyword, found, name, components);
  }
}

function tagOf(options: readonly JsonSchema[]): Tagged | null {
  if (options.length < 2) return null;
  for (const tag of TAGS) {
    const values = options.map((option) => valuesOf(option, tag));
    if (values.every((one) => one.length > 0)) return { tag, values };
  }
  return null;
}

/** Returns the values that an object's required tag may have; none for other schemas. */
function valuesOf({ type, properties, required }: JsonSchema, tag: string): string[] {
  if (type !== "object" || !(required as string[] | undefined)?.includes(tag)) return [];
  const { const: only, enum: several } = (properties as Record<string, JsonSchema>)[tag] ?? {};
  const values = Array.isArray(several) ? several : [only];
  return values.every((value) => typeof value === "string") ? (values as string[]) : [];
}

function nameOptions(
  union: JsonSchema,
  keyword: string,
  { tag, values }: Tagged,
  name: string,
  components: Record<string, JsonSchema>,
): void {
  const options = union[keyword] as JsonSchema[];
  const refs = options.map((option, index) => {
    const own = freeName(`${name}${pascal(values[index]?.join("_") ?? "")}`, option, components);
    components[own] = option;
    return `#/components/schemas/${own}`;
  });
  union[keyword] = refs.map(($ref) => ({ $ref }));
  const pairs = refs.flatMap((ref, index) => (values[index] ?? []).map((value) => [value, ref] as const));
  const mapping = new Map(pairs);
  if (mapping.size === pairs.length) {
    union.discriminator = { propertyName: tag, mapping: Object.fromEntries(mapping) };
  }
}

/** Returns a name that no other schema has. */
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

/** Writes the words of a name with capitals: `sampler_config` becomes `SamplerConfig`. */
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
