import { SOURCE_NAME } from "#shared/trino/parse/sourceName.ts";
import type { ResolveRelation } from "#shared/trino/relation.ts";

/** Returns a resolver that also knows the rows of a query by the name `__source__`. */
export function withSource(resolve: ResolveRelation, source: string): ResolveRelation {
  const named: ResolveRelation = async (reference, version) =>
    reference.toLowerCase() === SOURCE_NAME ? { kind: "VIEW", query: source } : resolve(reference, version);
  // With its names of catalog and schema.
  return Object.assign(named, resolve);
}
