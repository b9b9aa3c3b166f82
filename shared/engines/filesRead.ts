import type { ExecutableQuery } from "@pdp/trino/relations";
import type { QueryCost } from "#shared/domain/queries/query.ts";

/** Returns a query without the files that, according to their statistics, contain no matching rows. */
export function withoutUnreadFiles<Q extends Pick<ExecutableQuery, "relations">>(query: Q): Q {
  const relations = query.relations.map(({ mayHoldRows, ...relation }) =>
    mayHoldRows ? { ...relation, files: relation.files.filter(mayHoldRows) } : relation,
  );
  return { ...query, relations };
}

/** Returns the number and total size of a query's files: engines fetch whole files, and each file once. */
export function costOfFiles({ relations }: Pick<ExecutableQuery, "relations">): QueryCost {
  const files = new Map(
    relations.flatMap((relation) => relation.files.map(({ key, bytes }) => [key, bytes])),
  );
  return { files: files.size, bytes_read: [...files.values()].reduce((sum, bytes) => sum + bytes, 0) };
}
