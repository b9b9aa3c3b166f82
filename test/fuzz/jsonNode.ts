import type { KnownValues } from "./knownValues.ts";

/**
 * Planned JSON text. It can represent text that cannot come from an object in memory: duplicate keys, huge numbers, or
 * thousands of levels. Existing resources are named rather than inlined, so that a seed generates the same requests on a new
 * platform.
 */
export type JsonNode =
  | { kind: "text"; value: string }
  /** Written verbatim. */
  | { kind: "literal"; text: string }
  /** Value that this field could have, from earlier responses; `otherwise` if none is known. */
  | { kind: "known"; field: string; pick: number; otherwise: string }
  | { kind: "object"; entries: [key: string, value: JsonNode][] }
  | { kind: "array"; items: JsonNode[] }
  | { kind: "repeated"; item: JsonNode; times: number }
  /** `open` repeated `depth` times, the node, and `close` repeated `depth` times. */
  | { kind: "nested"; open: string; item: JsonNode; close: string; depth: number };

/** The node as JSON. */
export function jsonText(node: JsonNode, known: KnownValues): string {
  switch (node.kind) {
    case "text":
      return JSON.stringify(node.value);
    case "literal":
      return node.text;
    case "known":
      return knownJson(known.value(node.field, node.pick) ?? node.otherwise);
    case "object":
      return `{${node.entries.map(([key, value]) => `${JSON.stringify(key)}:${jsonText(value, known)}`)}}`;
    case "array":
      return `[${node.items.map((item) => jsonText(item, known))}]`;
    case "repeated":
      return `[${Array<string>(node.times).fill(jsonText(node.item, known)).join(",")}]`;
    case "nested":
      return node.open.repeat(node.depth) + jsonText(node.item, known) + node.close.repeat(node.depth);
  }
}

/** Returns a known value as JSON; known objects are already JSON. */
function knownJson(value: string): string {
  return value.startsWith('{"') ? value : JSON.stringify(value);
}

/** Node in the format of a query string or a form: text without quotes. */
export function plainText(node: JsonNode, known: KnownValues): string {
  if (node.kind === "text") return node.value;
  if (node.kind === "known") return known.value(node.field, node.pick) ?? node.otherwise;
  return jsonText(node, known);
}
