import { EXAMPLE_ID } from "#shared/domain/id.ts";

export type ExampleKind = keyof typeof EXAMPLE_ID;

/** ID kinds in the document's examples. */
export const EXAMPLE_IDS: ReadonlyMap<string, ExampleKind> = new Map(
  Object.entries(EXAMPLE_ID).map(([kind, id]) => [id, kind as ExampleKind]),
);

/** Location of an ID in JSON: the keys on the path to it. */
export interface IdPlace {
  path: string[];
  kind: ExampleKind;
}

/** All locations in a value that contain an example ID. */
export function findIds(value: unknown, path: string[] = []): IdPlace[] {
  if (typeof value === "string") {
    const kind = EXAMPLE_IDS.get(value);
    return kind ? [{ path, kind }] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => findIds(part, [...path, key]));
}

/** Value with every example ID replaced. */
export function withIds<T>(value: T, idOf: (place: IdPlace) => string, path: string[] = []): T {
  if (typeof value === "string") {
    const kind = EXAMPLE_IDS.get(value);
    return (kind ? idOf({ path, kind }) : value) as T;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, withIds(part, idOf, [...path, key])]);
  return (Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries)) as T;
}
