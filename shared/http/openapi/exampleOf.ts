import type { JsonSchema } from "./jsonSchema.ts";

/**
 * Composes an example of a schema from the examples of its parts; returns `undefined` if a required part has none.
 * `components` are the named schemas.
 */
export function exampleOf(schema: JsonSchema, components: Record<string, JsonSchema>): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (typeof schema.$ref === "string")
    return exampleOf(resolveReference(schema.$ref, components), components);
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  for (const options of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(options)) return exampleOf(options[0], components);
  }
  if (schema.type === "boolean") return true;
  if (schema.type === "array") return exampleOfList(schema.items as JsonSchema, components);
  if (schema.type === "object") return exampleOfObject(schema, components);
  return undefined;
}

function resolveReference(reference: string, components: Record<string, JsonSchema>): JsonSchema {
  const schema = components[reference.replace("#/components/schemas/", "")];
  if (!schema) throw new Error(`The document refers to ${reference}, which does not exist`);
  return schema;
}

function exampleOfList(items: JsonSchema, components: Record<string, JsonSchema>): unknown {
  const item = exampleOf(items, components);
  return item === undefined ? undefined : [item];
}

function exampleOfObject(schema: JsonSchema, components: Record<string, JsonSchema>): unknown {
  const required = (schema.required ?? []) as string[];
  const result: Record<string, unknown> = {};
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    const example = exampleOf(property, components);
    if (example !== undefined) result[name] = example;
    else if (required.includes(name)) return undefined;
  }
  if (typeof schema.additionalProperties !== "object" || schema.additionalProperties === null) return result;
  const key = exampleOf((schema.propertyNames ?? {}) as JsonSchema, components);
  const value = exampleOf(schema.additionalProperties as JsonSchema, components);
  return typeof key === "string" && value !== undefined ? { ...result, [key]: value } : undefined;
}
