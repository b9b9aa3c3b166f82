import type { TableUse } from "./bindTables.ts";
import type { Relation, ResolveRelation } from "./relation.ts";

/** Maximum number of concurrent table lookups. */
const MAX_CONCURRENT_LOOKUPS = 16;

/** Scope of the names in one query text; `prefix` distinguishes them from names in a query text with another resolver. */
export interface LookUpScope {
  resolve: ResolveRelation;
  version?: string | undefined;
  prefix: string;
}

/**
 * Looks up the tables in a query text, several at a time, and adds them to the known tables by key. The first missing table
 * ends the search; the code that uses the table reports the error.
 */
export async function lookUpTables(
  uses: readonly TableUse[],
  scope: LookUpScope,
  resolved: Map<string, Promise<Relation>>,
): Promise<void> {
  const missing = new Map<string, TableUse>();
  for (const use of uses) {
    const { key } = lookUpKey(use, scope);
    if (!resolved.has(key) && !missing.has(key)) missing.set(key, use);
  }
  const queue = [...missing];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [key, use] = next;
      const relation = scope.resolve(use.reference, lookUpKey(use, scope).version);
      resolved.set(key, relation);
      await relation.catch(() => queue.splice(0));
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_LOOKUPS, queue.length) }, work));
}

/** Returns the version of a table to read, and its keys within a compilation. */
export function lookUpKey(
  { table, reference }: TableUse,
  scope: Omit<LookUpScope, "resolve">,
): { version: string | undefined; folded: string; key: string } {
  const version = table.version ?? scope.version;
  const folded = `${scope.prefix}${reference.toLowerCase()}`;
  return { version, folded, key: JSON.stringify([folded, version ?? null]) };
}
