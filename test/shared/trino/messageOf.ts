import { DomainError } from "@pdp/basics/errors";
import { compileStatement } from "@pdp/trino/compile";
import { column, relationResolver } from "#test/shared/engines/parquetLake.ts";

/** Knows the table `t (a, b, d)`. */
export const resolve = relationResolver({
  t: {
    kind: "TABLE",
    columns: [column("a", "INT64"), column("b", "STRING"), column("d", "DATE")],
    files: [],
  },
});

/** Returns the refusal message for a query over `t (a, b, d)`. Throws if the query compiles. */
export async function messageOf(query: string): Promise<string> {
  const error = await compileStatement(query, { resolve }).then(
    ({ sql }) => new Error(`Compiled to ${sql}`),
    (reason: unknown) => reason,
  );
  if (error instanceof DomainError) return error.message;
  throw error;
}
