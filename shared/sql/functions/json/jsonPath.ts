import { shortValue } from "#shared/sql/boundMessage.ts";
import { Refusal } from "#shared/sql/sqlError.ts";

export type JsonStep =
  | { kind: "member"; name: string }
  | { kind: "members" | "items" }
  | { kind: "item"; place: number; fromEnd: boolean };

/** Path of the SQL standard: `lax $.name[0]`. */
export interface JsonPath {
  lax: boolean;
  steps: JsonStep[];
}

const MAX_STEPS = 20;
const STEP =
  /\s*(?:\.\s*([A-Za-z_]\w*)(?!\s*\()|\.\s*"([^"\\*]*)"|(\.\s*\*)|(\[\s*\*\s*\])|\[\s*(\d{1,9})\s*\]|\[\s*last(?:\s*-\s*(\d{1,9}))?\s*\])/y;

/** Parses a path of json_value, json_query or json_exists. Filters and methods are refused. */
export function parseJsonPath(text: string): JsonPath {
  const [start, mode] = /^\s*(lax|strict)\s*\$/.exec(text) ?? [];
  const steps: JsonStep[] = [];
  let at = start?.length ?? 0;
  while (start !== undefined && at < text.trimEnd().length) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (!found) break;
    const [whole, name, quoted, members, items, place, fromEnd] = found;
    const key = name ?? quoted;
    if (key !== undefined) steps.push({ kind: "member", name: key });
    else if (members) steps.push({ kind: "members" });
    else if (items) steps.push({ kind: "items" });
    else if (place) steps.push({ kind: "item", place: Number(place), fromEnd: false });
    else steps.push({ kind: "item", place: Number(fromEnd ?? 0), fromEnd: true });
    at += whole.length;
  }
  if (start === undefined || at < text.trimEnd().length || steps.length > MAX_STEPS) {
    throw new Refusal(
      `A path is written like 'lax $.name.items[0]' here, without filters and methods, not ${shortValue(text)}`,
    );
  }
  return { lax: mode === "lax", steps };
}
