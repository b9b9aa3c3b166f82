import { shortValue } from "../../boundMessage.ts";
import { Refusal } from "../../sqlError.ts";
import { type JsonCondition, parseFilter } from "./jsonFilter.ts";

export type JsonStep =
  | { kind: "member"; name: string }
  | { kind: "members" | "items" }
  | { kind: "item"; position: number; fromEnd: boolean }
  | { kind: "filter"; condition: JsonCondition<JsonStep> };

/** SQL standard path: `lax $.name[0]`. */
export interface JsonPath {
  lax: boolean;
  steps: JsonStep[];
}

const MAX_STEPS = 20;
const STEP =
  /\s*(?:\.\s*([A-Za-z_]\w*)(?!\s*\()|\.\s*"([^"\\*]*)"|(\.\s*\*)|(\[\s*\*\s*\])|\[\s*(\d{1,9})\s*\]|\[\s*last(?:\s*-\s*(\d{1,9}))?\s*\])/y;

/** Parses a path of json_value, json_query or json_exists. Rejects methods, and filters in strict paths. */
export function parseJsonPath(text: string): JsonPath {
  const [start, mode] = /^\s*(lax|strict)\s*\$/.exec(text) ?? [];
  const reader = { text: text.trimEnd(), at: start?.length ?? 0, steps: parseSteps };
  const steps: JsonStep[] = [];
  while (start !== undefined && reader.at < reader.text.length) {
    const before = reader.at;
    steps.push(...parseSteps(reader));
    const condition = mode === "lax" ? parseFilter(reader) : undefined;
    if (condition) steps.push({ kind: "filter", condition });
    if (reader.at === before) break;
  }
  if (start === undefined || reader.at < reader.text.length || steps.length > MAX_STEPS) {
    throw new Refusal(
      `A path must have a form like 'lax $.name.items[0]', without methods, and with filters only in lax mode, not ${shortValue(text)}`,
    );
  }
  return { lax: mode === "lax", steps };
}

/** Reads the steps of a path without filters, starting at an offset in a string. */
function parseSteps(reader: { text: string; at: number }): JsonStep[] {
  const steps: JsonStep[] = [];
  for (;;) {
    STEP.lastIndex = reader.at;
    const match = STEP.exec(reader.text);
    if (!match) return steps;
    if (steps.length >= MAX_STEPS) throw new Refusal(`A path can have at most ${MAX_STEPS} steps`);
    const [whole, name, quoted, members, items, position, fromEnd] = match;
    const key = name ?? quoted;
    if (key !== undefined) steps.push({ kind: "member", name: key });
    else if (members) steps.push({ kind: "members" });
    else if (items) steps.push({ kind: "items" });
    else if (position) steps.push({ kind: "item", position: Number(position), fromEnd: false });
    else steps.push({ kind: "item", position: Number(fromEnd ?? 0), fromEnd: true });
    reader.at += whole.length;
  }
}
