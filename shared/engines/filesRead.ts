import type { QueryCost } from "#shared/domain/queries/query.ts";
import type { ExecutableQuery } from "#shared/trino/relation.ts";

/** Returns a query without the files whose statistics show that they have no rows for it. */
export function withoutUnreadFiles<Q extends Pick<ExecutableQuery, "relations">>(query: Q): Q {
  const relations = query.relations.map(({ mayHoldRows, ...relation }) =>
    mayHoldRows ? { ...relation, files: relation.files.filter(mayHoldRows) } : relation,
  );
  return { ...query, relations };
}

/** Returns the number and the size of the files of a query: engines fetch whole files, and each once. */
export function costOfFiles({ relations }: Pick<ExecutableQuery, "relations">): QueryCost {
  const files = new Map(
    relations.flatMap((relation) => relation.files.map(({ key, bytes }) => [key, bytes])),
  );
  return { files: files.size, bytes_read: [...files.values()].reduce((sum, bytes) => sum + bytes, 0) };
}
