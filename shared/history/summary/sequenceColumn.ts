import { identifier, literal } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { CHAIN_BREAK, mutationColumns, proteinColumns, RECOGNIZED_CELLS } from "@pdp/basics/proteins";
import { compileQuery } from "@pdp/trino/compile";
import type { CompiledQuery, Relation } from "@pdp/trino/relations";
import { isText, typeText } from "@pdp/trino/types";
import type { ChainColumns, CurrentSource } from "#shared/domain/tasks/measuredAssays.ts";
import { queryRows } from "#shared/history/relations/queryRows.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Maximum number of text columns with cells to read. */
const MAX_TEXT_COLUMNS = 20;
/** Number of characters of a cell that are used to recognize it; more than any sequence has. */
const RECOGNIZED_CHARACTERS = 2_001;

/**
 * Returns the expression for the sequences of a source, by the rules of its task: the selected column, the columns of both
 * chains, the column `sequence`, or the only column with amino acid sequences. Throws `malformed` with the reason if there is none.
 */
export async function sequenceOf(
  scope: WorkspaceScope,
  relation: Relation,
  columns: CompiledQuery["columns"],
  source: CurrentSource,
  signal: AbortSignal,
): Promise<string> {
  if (source.hasMutations) throw onlyMutations();
  const stated = source.sequenceColumn;
  if (typeof stated === "string") return identifier(await columnOf(scope, relation, columns, stated, signal));
  const chains = stated ?? chainsIn(columns);
  return chains === null
    ? identifier(await columnOf(scope, relation, columns, null, signal))
    : chainsSql(chains);
}

/** Returns the columns `vh` and `vl`; null if there are none, or a column `sequence`. */
export function chainsIn(columns: readonly { name: string }[]): ChainColumns | null {
  const named = (wanted: string) => columns.find(({ name }) => name.toLowerCase() === wanted)?.name ?? null;
  const [vh, vl] = [named("vh"), named("vl")];
  return named("sequence") !== null || (vh === null && vl === null) ? null : { vh, vl };
}

/** Returns the expression for both chains in one text, such as `EVQL…/DIQM…`; NULL for a row without any. */
export function chainsSql({ vh, vl }: ChainColumns): string {
  const [heavy, light] = [vh, vl].map((name) => (name === null ? "''" : `coalesce(${identifier(name)}, '')`));
  return `nullif(concat(${heavy}, ${literal(CHAIN_BREAK)}, ${light}), ${literal(CHAIN_BREAK)})`;
}

async function columnOf(
  scope: WorkspaceScope,
  relation: Relation,
  columns: CompiledQuery["columns"],
  stated: string | null,
  signal: AbortSignal,
): Promise<string> {
  const wanted = stated ?? "sequence";
  const column = columns.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (column && !isText(column.type))
    throw unreadable(
      `The column "${column.name}" has the type ${typeText(column.type)}, but sequences must be text.`,
    );
  if (column) return column.name;
  if (stated !== null) throw unreadable(`The rows have no column "${wanted}".`);
  const texts = columns.filter(({ type }) => isText(type)).slice(0, MAX_TEXT_COLUMNS);
  const rows = await firstCells(
    scope,
    relation,
    texts.map(({ name }) => name),
    signal,
  );
  const proteins = proteinColumns(rows);
  const [only] = proteins;
  if (proteins.length === 1 && only !== undefined) return only;
  if (proteins.length === 0 && mutationColumns(rows).length > 0) throw onlyMutations();
  throw unreadable(
    proteins.length === 0
      ? `The rows have no column "sequence", and none of the other columns contains sequences.`
      : `The rows have no column "sequence", and more than one of the other columns contains sequences. Name the columns of two chains in \`sequence_column\`, or call them vh and vl.`,
  );
}

async function firstCells(
  scope: WorkspaceScope,
  relation: Relation,
  names: readonly string[],
  signal: AbortSignal,
): Promise<{ count: number; columns: Record<string, unknown[]> }> {
  if (names.length === 0) return { count: 0, columns: {} };
  const cells = names.map((name, index) => {
    return `substr(CAST(${identifier(name)} AS VARCHAR), 1, ${RECOGNIZED_CHARACTERS}) AS c${index}`;
  });
  const sql = `SELECT ${cells.join(", ")} FROM source LIMIT ${RECOGNIZED_CELLS}`;
  const rows = await queryRows(scope, await compileQuery(sql, { resolve: async () => relation }), signal);
  const columns = names.map((name, index) => [name, rows.map((row) => row[`c${index}`])] as const);
  return { count: rows.length, columns: Object.fromEntries(columns) };
}

function onlyMutations(): DomainError {
  return unreadable(
    "The rows have mutations instead of sequences, but the summary compares sequences. Load them with `sequence_from` to get a sequence column.",
  );
}

function unreadable(reason: string): DomainError {
  return new DomainError("malformed", "invalid_sql", reason);
}
