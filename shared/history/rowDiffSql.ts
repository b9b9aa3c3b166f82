import { type Column, identifier } from "@pdp/basics/columns";

/** Maximum number of columns used to order rows without a key. */
const MAX_SORTED = 16;

/** Tells which of the two versions contains rows that may differ. */
export interface DiffSides {
  hasFrom: boolean;
  hasTo: boolean;
}

/**
 * Returns the SQL for the rows in which `rows_from` and `rows_to` differ as multisets: each distinct row once, with its change
 * and the number of rows added or removed. Rows on both sides with the same complete key form a changed row. Table columns
 * never start with a dollar sign.
 */
export function rowDiffSql(
  columns: readonly Column[],
  key: readonly Column[],
  sides: DiffSides = { hasFrom: true, hasTo: true },
): string {
  const all = namesOf(columns);
  const sorted = key.length > 0 ? key : columns.filter(isScalar).slice(0, MAX_SORTED);
  const order = [...sorted.map(({ name }) => identifier(name)), '"$change"'].join(", ");
  if (!sides.hasFrom || !sides.hasTo) return `${oneSidedSql(all, sides)} ORDER BY ${order}`;
  return `WITH sides AS (SELECT ${all}, 1 AS "$side" FROM rows_to UNION ALL SELECT ${all}, -1 AS "$side" FROM rows_from),
    differing AS (SELECT ${all}, sum("$side") AS "$rows" FROM sides GROUP BY ${all} HAVING sum("$side") <> 0)
    SELECT ${changeSql(key)} AS "$change", abs("$rows") AS "$rows", ${all} FROM differing
    ORDER BY ${order}`;
}

/** If one side has no rows, nothing cancels out and no row has changed. */
function oneSidedSql(all: string, { hasFrom }: DiffSides): string {
  const [change, table] = hasFrom ? ["REMOVED", "rows_from"] : ["ADDED", "rows_to"];
  return `SELECT '${change}' AS "$change", count(*) AS "$rows", ${all} FROM ${table} GROUP BY ${all}`;
}

function changeSql(key: readonly Column[]): string {
  const added = `"$rows" > 0`;
  const plain = `IF(${added}, 'ADDED', 'REMOVED')`;
  if (key.length === 0) return plain;
  const whole = key.map(({ name }) => `${identifier(name)} IS NOT NULL`).join(" AND ");
  const over = `OVER (PARTITION BY ${namesOf(key)})`;
  const isChanged = `${whole} AND min("$rows") ${over} < 0 AND max("$rows") ${over} > 0`;
  return `IF(${isChanged}, IF(${added}, 'CHANGED_TO', 'CHANGED_FROM'), ${plain})`;
}

function namesOf(columns: readonly Column[]): string {
  return columns.map(({ name }) => identifier(name)).join(", ");
}

function isScalar({ type }: Column): boolean {
  return type !== "STRUCT" && type !== "ARRAY";
}
