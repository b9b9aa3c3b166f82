import { identifier } from "@pdp/basics/columns";
import type { Cte, QueryBody } from "../parse/ast.ts";
import { MAX_RECURSION_DEPTH, type Recursion } from "../recursion.ts";
import { Refusal } from "../sqlError.ts";
import { castSql } from "../types/castSql.ts";
import { canCoerce } from "../types/coerce.ts";
import { ownError } from "../types/ownError.ts";
import { typeText } from "../types/type.ts";
import type { OutputColumn } from "./scope.ts";
import { columnSql } from "./writeName.ts";
import type { Writing, WrittenQuery } from "./writing.ts";

/**
 * Writes a recursive WITH query as one query per step, as Trino does: each step reads the result of the previous step, and the
 * last step must be empty. `write` writes a part of the recursion.
 */
export function writeRecursion(
  cte: Cte,
  { left, right, all }: Recursion,
  name: string,
  writing: Writing,
  write: (body: QueryBody, writing: Writing) => WrittenQuery,
): { ctes: string[]; columns: OutputColumn[] } {
  const base = write(left, writing);
  const columns = base.columns.map((column, index) => ({ ...column, name: cte.columns[index]?.text ?? "" }));
  if (columns.length !== cte.columns.length) throw countDiffers(cte, columns.length);
  const levels = [`${name}_0`];
  const ctes = [`${identifier(`${name}_0`)} AS MATERIALIZED (${base.sql})`];
  for (let depth = 1; depth <= MAX_RECURSION_DEPTH + 1; depth += 1) {
    const before = levels[depth - 1] as string;
    writing.ctes.set(before, columns);
    const step = write(right, { ...writing, levels: new Map([...(writing.levels ?? []), [name, before]]) });
    if (step.columns.length !== columns.length) throw countDiffers(cte, step.columns.length);
    const alias = writing.nextAlias();
    const items = columns.map(({ type, id }, index) => {
      const column = step.columns[index] as OutputColumn;
      if (canCoerce(column.type, type))
        return `${castSql(columnSql(alias, column.id), column.type, type)} AS ${identifier(id)}`;
      const sentence = `Column ${index + 1} of ${cte.name.text} is ${typeText(type)} in the initial query and ${typeText(column.type)} in the recursive query: cast it in the initial query`;
      throw new Refusal(sentence, right.at);
    });
    levels.push(`${name}_${depth}`);
    const sql = `SELECT ${items.join(", ")} FROM (${step.sql}) AS ${identifier(alias)}`;
    ctes.push(`${identifier(`${name}_${depth}`)} AS MATERIALIZED (${sql})`);
  }
  const last = levels.pop() as string;
  const rows = levels.map((level) => `SELECT * FROM ${identifier(level)}`);
  const fail = ownError(
    `WITH RECURSIVE ${cte.name.text} continues after ${MAX_RECURSION_DEPTH} steps: end it earlier with WHERE`,
  );
  const ends = `CASE WHEN (SELECT count(*) FROM ${identifier(last)}) > 0 THEN ${fail} ELSE true END`;
  const union = rows.join(all ? " UNION ALL " : " UNION ");
  ctes.push(`${identifier(name)} AS (SELECT * FROM (${union}) WHERE ${ends})`);
  return { ctes, columns };
}

/** Refusal for a WITH query with a column list that does not match the number of columns that the query returns. */
export function countDiffers({ name, columns }: Cte, count: number): Refusal {
  return new Refusal(`${name.text} lists ${columns.length} columns, but its query returns ${count}`, name.at);
}
