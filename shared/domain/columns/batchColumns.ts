import type { ColumnType } from "@pdp/basics/columns";

/** Name of the column that identifies the batch of a row in training and analyses. */
export const BATCH_ID = "batch_id";
/** Names of columns that identify the batch or plate in which a row was measured. */
const NAMED = /^(?:assay_)?(?:batch|plate|run)(?:_?(?:id|no|nr|number|name|barcode))?$/i;
const TYPES: readonly ColumnType[] = ["STRING", "INT64", "DATE"];

/** Returns whether a column identifies batches or plates, judging by its name. */
export function isBatchName(name: string): boolean {
  return NAMED.test(name);
}

/** Finds the columns that identify batches or plates, `batch_id` first. */
export function batchColumns(columns: readonly { name: string; type: ColumnType }[]): string[] {
  const names = columns
    .filter(({ name, type }) => isBatchName(name) && TYPES.includes(type))
    .map(({ name }) => name);
  return names.toSorted((a, b) => Number(isBatchId(b)) - Number(isBatchId(a)));
}

function isBatchId(name: string): boolean {
  return name.toLowerCase() === BATCH_ID;
}
