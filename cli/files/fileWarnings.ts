import { type Scan, scanWarnings, warnedColumns, zeroWarnings } from "@pdp/formats/cells";
import { isReserved } from "@pdp/trino/parse";

import type { PreviewColumn } from "#shared/domain/loads/filePreview.ts";
import type { LoadTable } from "#shared/domain/loads/load.ts";
import { proposeColumns } from "#shared/proposals/proposeColumns.ts";
import type { Sample } from "#shared/proposals/sample.ts";
import { sampleWarnings } from "#shared/proposals/sampleWarnings.ts";
import { type SeenFile, seenFile } from "#shared/proposals/typeDifferences.ts";
import type { Cli } from "../cli.ts";
import { noteInFlags } from "./noteFlags.ts";

/** Sample of a file, or the reason it cannot be read. */
export type ReadSample = Sample | { reason: string };

/** Maximum number of rows used to compare the columns of multiple files. */
const SEEN_ROWS = 2_000;

/** Returns the apparent column types of a file; empty if it cannot be read. */
export function seenSample(name: string, sample: ReadSample): SeenFile {
  if ("reason" in sample) return { name, columns: [] };
  const cells = sample.cells.map((columnCells) => columnCells.slice(0, SEEN_ROWS));
  const columns: PreviewColumn[] = proposeColumns({ ...sample, cells }, isReserved).columns;
  return seenFile(name, columns, cells);
}

/** Returns the service's warnings about a file. */
export function fileWarnings(
  name: string,
  table: Pick<LoadTable, "columns" | "missing_values" | "decimal">,
  scan: Pick<Scan, "warnings" | "emptyRows"> & Partial<Pick<Scan, "tallies">>,
  sample: ReadSample,
): string[] {
  if ("reason" in sample) return scanWarnings({ name }, scan);
  const { columns, decimal = "." } = table;
  const cells = new Map(
    warnedColumns(columns, sample.header, sample.cells, decimal).map((warned) => [
      warned.column,
      warned.cells,
    ]),
  );
  const hasNegatives = (index: number): boolean => {
    const column = columns[index];
    return column !== undefined && (cells.get(column)?.some((cell) => cell?.trim().startsWith("-")) ?? false);
  };
  return [
    ...scanWarnings({ name }, scan),
    ...zeroWarnings(columns, scan.tallies ?? [], hasNegatives),
    ...sampleWarnings(table, sample),
  ];
}

/** Prints warnings about files. */
export function sayWarnings(
  cli: Cli,
  reports: readonly { name: string; warnings: readonly string[] }[],
): void {
  for (const { name, warnings } of reports) {
    for (const warning of warnings.map(noteInFlags))
      cli.say(warning.startsWith(name) ? `! ${warning}` : `! ${name}: ${warning}`);
  }
}
