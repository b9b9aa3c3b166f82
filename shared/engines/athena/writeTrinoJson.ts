import type { Call, Expression, JsonOptions, JsonOtherwise } from "@pdp/trino/parse";
import { typeText } from "@pdp/trino/types";

/** Writes a call of one of the JSON functions in the SQL standard. */
export function writeTrinoJson(call: Call, json: JsonOptions, write: (inner: Expression) => string): string {
  const format = (index: number): string => (json.asJson?.[index] ? " FORMAT JSON" : "");
  if (json.asJson) {
    const members = call.args.map((value, index) => {
      const key = json.keys?.[index];
      return `${key ? `KEY ${write(key)} VALUE ` : ""}${write(value)}${format(index)}`;
    });
    const nulls = members.length > 0 ? ` ${json.keepsNulls ? "NULL" : "ABSENT"} ON NULL` : "";
    return `${call.name}(${members.join(", ")}${nulls})`;
  }
  const parts = [call.args.map(write).join(", ")];
  if (json.returning) parts.push(`RETURNING ${typeText(json.returning)}`);
  if (json.wrapper) parts.push(`WITH ${json.wrapper} ARRAY WRAPPER`);
  if (json.omitQuotes) parts.push("OMIT QUOTES");
  if (json.onEmpty) parts.push(`${otherwiseText(json.onEmpty, write)} ON EMPTY`);
  if (json.onError) parts.push(`${otherwiseText(json.onError, write)} ON ERROR`);
  return `${call.name}(${parts.join(" ")})`;
}

function otherwiseText({ kind, value }: JsonOtherwise, write: (inner: Expression) => string): string {
  return value ? `${kind} ${write(value)}` : kind;
}
