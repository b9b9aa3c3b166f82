import { type Column, identifier } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import type { Problem } from "@pdp/basics/wording";
import { compileQuery } from "@pdp/trino/compile";
import type { RelationFile, ResolveRelation } from "@pdp/trino/relations";
import type { DuplicateKeys } from "#shared/domain/loads/keyCheck.ts";
import { queryRows } from "#shared/history/relations/queryRows.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getLoadFile } from "#shared/store/loadFiles.ts";

/** Rows to compare by their key. */
export interface KeyedRows {
  /** Key columns. */
  columns: Column[];
  added: RelationFile[];
  /** Other rows that `added` is compared with. */
  present: RelationFile[];
}

/** Maximum number of table rows listed as examples. */
const MAX_EXAMPLES = 10;

/** Row in `added` with a key that another row also has. */
interface Duplicate {
  total: number;
  load: number | null;
  file: number | null;
  line: number | null;
  other_file: number | null;
  other_line: number | null;
  other_load: number | null;
  [value: `v${number}`]: string;
}

/**
 * Finds rows in `added` with a key that another row also has: an earlier row in `added`, or a row in `present`. The SQL engine
 * compares them, within its memory limits. Rows with a missing value in a key column are not compared.
 */
export async function duplicateKeys(
  scope: WorkspaceScope,
  { columns, added, present }: KeyedRows,
  signal: AbortSignal,
): Promise<DuplicateKeys> {
  const resolve: ResolveRelation = async (reference) => {
    const files = reference === "added" ? added : present;
    return { kind: "TABLE", columns, files };
  };
  const find = async (text: string): Promise<Duplicate[]> => {
    const rows = await queryRows(scope, await compileQuery(text, { resolve }), signal);
    return rows as unknown as Duplicate[];
  };
  const among = await find(amongSql(columns));
  const against = present.length === 0 ? [] : await find(againstSql(columns));
  const all = [...among, ...against];
  const count = (among[0]?.total ?? 0) + (against[0]?.total ?? 0);
  const listed: Problem[] = [];
  for (const duplicate of all.slice(0, MAX_EXAMPLES)) {
    listed.push(await problemOf(scope, columns, duplicate));
  }
  return { listed, count };
}

/** SQL for the rows of `table` with a complete key; the key's values are named k0, k1, … */
function keyedSql(columns: readonly Column[], table: string): string {
  const values = columns.map(({ name }, index) => `${identifier(name)} AS k${index}`).join(", ");
  const whole = columns.map(({ name }) => `${identifier(name)} IS NOT NULL`).join(" AND ");
  const origin = '"$load_id" AS load_id, "$file_id" AS file, "$line" AS line';
  return `SELECT ${values}, ${origin} FROM ${table} WHERE ${whole}`;
}

const keysOf = (columns: readonly Column[], prefix = ""): string =>
  columns.map((_, index) => `${prefix}k${index}`).join(", ");
const sameKey = (columns: readonly Column[], left: string, right: string): string =>
  columns.map((_, index) => `${left}.k${index} = ${right}.k${index}`).join(" AND ");
const textsOf = (columns: readonly Column[], prefix: string): string =>
  columns.map((_, index) => `CAST(${prefix}k${index} AS VARCHAR) AS v${index}`).join(", ");

/** SQL for the rows of `added` that have the same key as an earlier one, each with the first row with that key. */
function amongSql(columns: readonly Column[]): string {
  const keys = keysOf(columns);
  const first = `OVER (PARTITION BY ${keys} ORDER BY file, line)`;
  return `WITH keyed AS (${keyedSql(columns, "added")}),
    repeated AS (SELECT ${keys} FROM keyed GROUP BY ${keys} HAVING count(*) > 1),
    found AS (SELECT ${keysOf(columns, "a.")}, a.load_id, a.file, a.line FROM keyed AS a JOIN repeated AS r ON ${sameKey(columns, "a", "r")}),
    placed AS (SELECT ${keys}, load_id, file, line, row_number() ${first} AS place, first_value(load_id) ${first} AS other_load,
      first_value(file) ${first} AS other_file, first_value(line) ${first} AS other_line FROM found)
    SELECT count(*) OVER () AS total, load_id AS load, file, line, other_load, other_file, other_line,
      ${textsOf(columns, "")} FROM placed WHERE place > 1 ORDER BY file, line LIMIT ${MAX_EXAMPLES}`;
}

/** SQL for the rows of `added` that have the same key as a row in `present`, each with one of those rows. */
function againstSql(columns: readonly Column[]): string {
  return `WITH keyed AS (${keyedSql(columns, "added")}),
    wanted AS (SELECT DISTINCT ${keysOf(columns)} FROM keyed),
    older AS (${keyedSql(columns, "present")}),
    known AS (SELECT ${keysOf(columns, "o.")}, min(o.file) AS file, min_by(o.line, o.file) AS line,
      min_by(o.load_id, o.file) AS load_id
      FROM older AS o JOIN wanted AS w ON ${sameKey(columns, "o", "w")} GROUP BY ${keysOf(columns, "o.")})
    SELECT count(*) OVER () AS total, a.load_id AS load, a.file, a.line, k.load_id AS other_load, k.file AS other_file,
      k.line AS other_line, ${textsOf(columns, "a.")}
    FROM keyed AS a JOIN known AS k ON ${sameKey(columns, "a", "k")} ORDER BY a.file, a.line LIMIT ${MAX_EXAMPLES}`;
}

async function problemOf(
  scope: WorkspaceScope,
  columns: readonly Column[],
  duplicate: Duplicate,
): Promise<Problem> {
  const { load, file, line, other_load, other_file, other_line } = duplicate;
  const [name, otherName] = await Promise.all([fileName(scope, file), fileName(scope, other_file)]);
  const where = [other_line === null ? "another row" : `line ${other_line}`];
  if (other_file !== file) where.push(`of ${otherName}`);
  const brought = other_load === null || other_load === load ? "" : `, added by the load ${other_load}`;
  return {
    file: name,
    ...(line === null ? {} : { line: Number(line) }),
    column: columns.map((column) => column.name).join(", "),
    value: columns.map((_, index) => duplicate[`v${index}`]).join(", "),
    reason: `is also the key of ${where.join(" ")}${brought}`,
  };
}

/** Returns the name of an uploaded file. The rows of a task's table were not uploaded. */
async function fileName(scope: WorkspaceScope, id: number | null): Promise<string> {
  if (id === null) return "another file";
  try {
    return (await getLoadFile(scope, String(id))).file.filepath;
  } catch (error) {
    if (error instanceof DomainError && error.kind === "not_found") return "another file";
    throw error;
  }
}
