import type { Context } from "#shared/domain/context.ts";
import { entryWrite, type Write } from "./dynamodb/items.ts";
import { contextKeys, type Key } from "./dynamodb/keyParts.ts";

/** Returns the writes that move an entity from the lists of a context to those of another. */
export function movedEntries(list: string, from: Context, to: Context, id: string): Write[] {
  const [before, after] = [contextKeys(list, from, id), contextKeys(list, to, id)];
  const without = (keys: readonly Key[], others: readonly Key[]) =>
    keys.filter(({ pk }) => !others.some((other) => other.pk === pk));
  return [
    ...without(before, after).map((key) => entryWrite(key, false, { id })),
    ...without(after, before).map((key) => entryWrite(key, true, { id })),
  ];
}
