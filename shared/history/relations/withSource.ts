import { SOURCE_NAME } from "@pdp/trino/parse";
import type { ResolveRelation } from "@pdp/trino/relations";

/** Returns a resolver that also resolves the name `__source__` to the rows of a query. */
export function withSource(resolve: ResolveRelation, source: string): ResolveRelation {
  const named: ResolveRelation = async (reference, version) =>
    reference.toLowerCase() === SOURCE_NAME ? { kind: "VIEW", query: source } : resolve(reference, version);
  // Keeps the catalog and schema names of the original resolver.
  return Object.assign(named, resolve);
}
