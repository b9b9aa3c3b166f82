import fc from "fast-check";
import { hostileNode } from "./hostileNodes.ts";
import type { JsonNode } from "./jsonNode.ts";
import { MAX_PICK } from "./knownValues.ts";
import type { Making } from "./schemaNodes.ts";

/** Generator of text that follows an example. Created only once, because fast-check takes a long time to create it. */
const suffix = fc.stringMatching(/^_[a-z0-9]{1,6}$/);

/** Names of fields that refer to a resource. */
const REFERS = /(^|_)(id|ref|reference|table)$/;

/**
 * Documentation example in which names refer to existing resources or are replaced with others. If `making` requests it, parts
 * are missing or wrong. Covers more than values that merely match the schema.
 */
export function exampleNodes(example: unknown, field: string, making: Making): fc.Arbitrary<JsonNode> {
  return fc.oneof(
    { weight: 150 - making.wrong, arbitrary: keepExample(example, field, making) },
    { weight: making.wrong, arbitrary: hostileNode },
  );
}

function keepExample(example: unknown, field: string, making: Making): fc.Arbitrary<JsonNode> {
  if (typeof example === "string") return textLike(example, field);
  if (Array.isArray(example)) {
    const items = example.map((item) => exampleNodes(item, field, making));
    return fc.tuple(...items).map((all) => ({ kind: "array", items: all }));
  }
  if (typeof example !== "object" || example === null)
    return fc.constant({ kind: "literal", text: JSON.stringify(example) });
  const entries = Object.entries(example).map(([key, value]) => {
    const entry = exampleNodes(value, key, making).map((node): [string, JsonNode][] => [[key, node]]);
    return fc.oneof(
      { weight: 150 - making.wrong, arbitrary: entry },
      { weight: making.wrong, arbitrary: fc.constant<[string, JsonNode][]>([]) },
    );
  });
  return fc.tuple(...entries).map((all) => ({ kind: "object", entries: all.flat() }));
}

function textLike(example: string, field: string): fc.Arbitrary<JsonNode> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<JsonNode>({ kind: "text", value: example }) },
    // A field that must be unique needs a new name.
    { weight: 1, arbitrary: suffix.map((end): JsonNode => ({ kind: "text", value: example + end })) },
    {
      weight: REFERS.test(field) ? 8 : 0,
      arbitrary: fc
        .nat(MAX_PICK - 1)
        .map((pick): JsonNode => ({ kind: "known", field, pick, otherwise: example })),
    },
  );
}
