import { NUMBER } from "@pdp/basics/columns";

/** Number of values from which their kind is determined. */
const MAX_VALUES = 500;

/** Content of a sheet that could be proposed: a table, or wells. */
export interface Candidate<Table> {
  /** Undefined for a sheet with wells. */
  table: Table | undefined;
  rows: number;
  /** True if the sheet contains a column or wells with numbers. */
  isMeasured: boolean;
}

/**
 * Returns the first sheet with measurements (for wells, the first sheet with wells) or, failing that, the first table with
 * rows, the first sheet with wells, and the first sheet with a header. Sheets are read only until one is found.
 */
export async function bestSheet<Sheet, Table>(
  sheets: readonly Sheet[],
  read: (sheet: Sheet) => Promise<Candidate<Table> | undefined>,
): Promise<{ chosen: Sheet; table: Table | undefined } | undefined> {
  const seen: (Candidate<Table> & { chosen: Sheet })[] = [];
  for (const chosen of sheets) {
    const candidate = await read(chosen);
    const isPlate = candidate?.table === undefined;
    // Names of wells that are on an earlier sheet are as useful as their measurements.
    const earlier = isPlate ? seen.find(hasWells) : undefined;
    if (candidate?.isMeasured) return earlier ?? { chosen, table: candidate.table };
    if (candidate !== undefined) seen.push({ ...candidate, chosen });
  }
  return (
    seen.find(({ table, rows }) => table !== undefined && rows > 0) ??
    seen.find(hasWells) ??
    seen.find(({ table }) => table === undefined) ??
    seen[0]
  );
}

/** Tells whether most of the values that are not empty are numbers. */
export function areNumbers(values: readonly (string | null)[]): boolean {
  const filled = values.slice(0, MAX_VALUES).filter((value) => value !== null && value.trim() !== "");
  return 2 * filled.filter((value) => NUMBER.test(value?.trim() ?? "")).length > filled.length;
}

function hasWells<Table>({ table, rows }: Candidate<Table>): boolean {
  return table === undefined && rows > 0;
}
