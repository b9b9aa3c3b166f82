import { joinNames } from "@pdp/basics/wording";
import type { Dataset } from "#shared/domain/tasks/dataSources.ts";
import type { Snapshots } from "../pinData.ts";
import { type Rows, readRows } from "../readRows.ts";
import { columnOf } from "../rowColumns.ts";
import type { TaskRun } from "../taskRun.ts";
import type { SequencedRows } from "./sequencedRows.ts";

const NAMES_SHOWN = 5;

/**
 * Reads the rows of an input: of one source, or of several, one after the other. `prepare` finds the sequences in the rows of
 * each source. Columns are matched by name, ignoring case; a column that a source does not have is null in its rows.
 */
export async function readSources<S extends Dataset>(
  run: TaskRun,
  { input, source, withLoads }: { input: string; source: S | S[]; withLoads?: boolean },
  version: string,
  snapshots: Snapshots,
  prepare: (rows: Rows, source: S) => SequencedRows,
): Promise<SequencedRows> {
  const loads = { ...(withLoads && { withLoads }) };
  if (!Array.isArray(source))
    return prepare(await readRows(run, { input, source, ...loads }, version, snapshots), source);
  const parts: SequencedRows[] = [];
  for (const [index, each] of source.entries()) {
    const named = { input: `${input}_${index}`, source: each, ...loads };
    const rows = await readRows(run, named, version, snapshots);
    parts.push(prepare(rows, each));
  }
  return parts.length === 1 ? (parts[0] as SequencedRows) : joinRows(parts);
}

function joinRows(parts: readonly SequencedRows[]): SequencedRows {
  const names = new Map(
    parts.flatMap(({ columns }) => Object.keys(columns).map((name) => [name.toLowerCase(), name])),
  );
  const columns = [...names.values()].map((name) => [
    name,
    parts.flatMap((part) => {
      const column = columnOf(part, name);
      return column === undefined ? new Array<unknown>(part.count).fill(null) : Array.from(column);
    }),
  ]);
  return {
    name: joinNames([...new Set(parts.map(({ name }) => name))], NAMES_SHOWN),
    count: parts.reduce((sum, { count }) => sum + count, 0),
    columns: Object.fromEntries(columns),
    omitted: parts.reduce((sum, { omitted = 0 }) => sum + omitted, 0),
    ...(parts[0]?.layout && { layout: parts[0].layout }),
  };
}
