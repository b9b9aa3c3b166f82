import { EXAMPLE_ID } from "#shared/domain/id.ts";

export type ExampleKind = keyof typeof EXAMPLE_ID;

/** Kinds of the ids in the document's examples. */
export const EXAMPLE_IDS: ReadonlyMap<string, ExampleKind> = new Map(
  Object.entries(EXAMPLE_ID).map(([kind, id]) => [id, kind as ExampleKind]),
);

/** Location of an id in JSON: the keys on the path to it. */
export interface IdPlace {
  path: string[];
  kind: ExampleKind;
}

/** All places in a value that hold an example's id. */
export function findIds(value: unknown, path: string[] = []): IdPlace[] {
  if (typeof value === "string") {
    const kind = EXAMPLE_IDS.get(value);
    return kind ? [{ path, kind }] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => findIds(part, [...path, key]));
}

/** The value with every example's id replaced. */
export function withIds<T>(value: T, idOf: (place: IdPlace) => string, path: string[] = []): T {
  if (typeof value === "string") {
    const kind = EXAMPLE_IDS.get(value);
    return (kind ? idOf({ path, kind }) : value) as T;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, withIds(part, idOf, [...path, key])]);
  return (Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries)) as T;
}
