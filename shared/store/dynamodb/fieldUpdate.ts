import { isDeepStrictEqual } from "node:util";
import { MIN_PACKED_LENGTH } from "./jsonFields.ts";

/** Update of some attributes of an item, in the form of the DynamoDB API. */
export interface FieldUpdate {
  UpdateExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Record<string, unknown>;
}

/**
 * Returns the update that changes an item from `before` to `after`, as stored; null if no large field stays the same, so that
 * replacing the item costs no more. A transaction is limited to 4 MB, and the columns of one table may have 350 KB: a commit
 * that changes only the rows of twenty tables fits because it does not repeat their columns.
 */
export function fieldUpdate(before: object, after: object): FieldUpdate | null {
  const was = before as Record<string, unknown>;
  const names = (item: object): string[] =>
    Object.entries(item).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const entries = Object.entries(after).filter(([, value]) => value !== undefined);
  const same = new Set(
    entries.flatMap(([name, value]) => (isDeepStrictEqual(was[name], value) ? [name] : [])),
  );
  const savesMuch = entries.some(
    ([name, value]) => same.has(name) && typeof value === "string" && value.length >= MIN_PACKED_LENGTH,
  );
  if (!savesMuch) return null;
  const set = entries.filter(([name]) => !same.has(name));
  const kept = new Set(names(after));
  const removed = names(before).filter((name) => !kept.has(name));
  const removal = removed.map((_, index) => `#r${index}`).join(", ");
  return {
    UpdateExpression: `SET ${set.map((_, index) => `#s${index} = :s${index}`).join(", ")}${removal && ` REMOVE ${removal}`}`,
    ExpressionAttributeNames: Object.fromEntries([
      ...set.map(([name], index) => [`#s${index}`, name]),
      ...removed.map((name, index) => [`#r${index}`, name]),
    ]),
    ExpressionAttributeValues: Object.fromEntries(set.map(([, value], index) => [`:s${index}`, value])),
  };
}
