import type { StatedAssembly } from "./assembly.ts";
import type { ChainColumns, ProteinColumns } from "./proteinColumns.ts";
import type { TrainedMutations } from "./trainRequest.ts";

/** Table of measured variants, with its sequence column or mutation columns. */
export interface TrainedSource {
  table: string;
  sequenceColumn: ProteinColumns | null;
  mutations: TrainedMutations | null;
}

const NAME = '"(?:[^"]|"")+"';
const CHAINS = `(?:(${NAME}) AS vh, )?(?:(${NAME}) AS vl, )?`;
const OWN_QUERY = new RegExp(
  `^SELECT (?:(${NAME}) AS sequence, )?${CHAINS}.* FROM (${NAME}(?:\\.${NAME})?)(?: FOR | WHERE |$)`,
);

const OWN_BATCH = new RegExp(
  `^SELECT (?:${NAME} AS (?:sequence|vh|vl)|\\*), .*?CAST\\((${NAME}) AS varchar\\) AS batch_id(?:, "\\$load_id")? FROM `,
);

/** Query of all columns of a table with its batches. */
const BATCH_ROWS = new RegExp(
  `^SELECT \\*, CAST\\(${NAME} AS varchar\\) AS batch_id(?:, "\\$load_id")? FROM (${NAME}(?:\\.${NAME})?)(?: FOR |$)`,
);

/** Measurements of a training or an analysis. */
export interface EarlierDataset {
  kind: string;
  table?: string;
  query?: string;
  sequence_column?: string | Partial<ChainColumns> | null;
  mutations?: TrainedMutations | null;
}

/** Returns the table of a dataset; null if its rows come from elsewhere. */
export function trainedSource(
  { kind, table, query = "", sequence_column: column, mutations = null }: EarlierDataset,
  reference: StatedAssembly | null | undefined,
): TrainedSource | null {
  if (kind === "TABLE" && table !== undefined)
    return { table, sequenceColumn: mutations === null ? statedColumns(column, reference) : null, mutations };
  if (kind !== "QUERY") return null;
  const [, of] = BATCH_ROWS.exec(query) ?? [];
  if (of !== undefined)
    return {
      table: unquote(of),
      sequenceColumn: mutations === null ? statedColumns(column, reference) : null,
      mutations,
    };
  if (mutations !== null) return null;
  const [, sequenceName, vh, vl, from] = OWN_QUERY.exec(query) ?? [];
  if (!from || (!sequenceName && !vh && !vl)) return null;
  const chains = { vh: vh ? unquote(vh) : null, vl: vl ? unquote(vl) : null };
  return { table: unquote(from), sequenceColumn: sequenceName ? unquote(sequenceName) : chains, mutations };
}

function statedColumns(
  column: EarlierDataset["sequence_column"],
  reference: StatedAssembly | null | undefined,
): ProteinColumns {
  if (column == null && reference && "vh" in reference) return { vh: "vh", vl: "vl" };
  if (column == null || typeof column === "string") return column ?? "sequence";
  return { vh: column.vh ?? null, vl: column.vl ?? null };
}

/** Returns the column that a training query reads as batches. */
export function trainedBatch({ kind, query = "" }: EarlierDataset): string | null {
  const [, batch] = (kind === "QUERY" && OWN_BATCH.exec(query)) || [];
  return batch === undefined ? null : unquote(batch);
}

/** Returns a name or a reference without quotes: `"tasks"."task_1"` becomes `tasks.task_1`. */
function unquote(text: string): string {
  return (text.match(new RegExp(NAME, "g")) ?? [])
    .map((name) => name.slice(1, -1).replaceAll('""', '"'))
    .join(".");
}
