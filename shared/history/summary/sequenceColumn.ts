import { identifier } from "#shared/basics/columns/quoting.ts";
import { DomainError } from "#shared/basics/errors/errors.ts";
import {
  mutationColumns,
  proteinColumns,
  RECOGNIZED_CELLS,
} from "#shared/basics/proteins/recognizeSequences.ts";
import type { CurrentSource } from "#shared/domain/tasks/measuredAssays.ts";
import { queryRows } from "#shared/history/relations/queryRows.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { compileQuery } from "#shared/trino/compileQuery.ts";
import type { CompiledQuery, Relation } from "#shared/trino/relation.ts";
import { isText, typeText } from "#shared/trino/types/type.ts";

/** Maximum number of text columns with cells to read. */
const MAX_TEXT_COLUMNS = 20;
/** Number of characters of a cell that are used to recognize it; more than any sequence has. */
const RECOGNIZED_CHARACTERS = 2_001;

/**
 * Returns the column that contains the sequences of a source, by the rules of its task: the selected one, the column
 * `sequence`, or the only column with amino acid sequences. Throws `malformed` with the reason if there is none.
 */
export async function sequenceColumn(
  scope: WorkspaceScope,
  relation: Relation,
  columns: CompiledQuery["columns"],
  source: CurrentSource,
  signal: AbortSignal,
): Promise<string> {
  if (source.hasMutations) throw onlyMutations();
  const wanted = source.sequenceColumn ?? "sequence";
  const found = columns.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (found && !isText(found.type))
    throw unreadable(
      `The column "${found.name}" has the type ${typeText(found.type)}, but sequences must be text.`,
    );
  if (found) return found.name;
  if (source.sequenceColumn !== null) throw unreadable(`The rows have no column "${wanted}".`);
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
    `The rows have no column "sequence", and ${proteins.length === 0 ? "none" : "more than one"} of the other columns contains sequences.`,
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
