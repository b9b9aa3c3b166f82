import type { JsonSchema } from "../openapi/jsonSchema.ts";

const PREFIX = "#/components/schemas/";
/** Keywords that contain values, or conditions on the enclosing object. */
const SKIPPED = new Set([
  "examples",
  "example",
  "default",
  "const",
  "enum",
  "if",
  "else",
  "not",
  "discriminator",
]);

/** Forbids unknown fields in the objects of a schema and of the schemas that it references. */
export function closeObjects(
  node: unknown,
  components: Record<string, JsonSchema>,
  seen = new Set<unknown>(),
): void {
  if (typeof node !== "object" || node === null || seen.has(node)) return;
  seen.add(node);
  const { $ref, type, properties } = node as JsonSchema;
  if (typeof $ref === "string") closeObjects(components[$ref.slice(PREFIX.length)], components, seen);
  for (const [key, value] of Object.entries(node)) {
    if (!SKIPPED.has(key)) closeObjects(value, components, seen);
  }
  if (type === "object" && properties && !("additionalProperties" in node))
    Object.assign(node, { additionalProperties: false });
}
