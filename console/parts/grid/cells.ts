import type { Table } from "@uwdata/flechette";

export interface GridColumn {
  name: string;
  /** Numbers are aligned to the right. */
  isNumber: boolean;
  /** Dates have no time of day. */
  isDate: boolean;
}

/** Result rows, which are appended as the result arrives. */
export class GridRows {
  readonly #batches: Table[] = [];
  /** First row of each batch. */
  readonly #starts: number[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get columns(): GridColumn[] {
    const [first] = this.#batches;
    return (first?.schema.fields ?? []).map(({ name, type }) => ({
      name,
      isNumber: NUMBER_TYPES.has(type.typeId),
      isDate: type.typeId === DATE_TYPE,
    }));
  }

  add(batch: Table): void {
    if (batch.numRows === 0 && this.#batches.length > 0) return;
    this.#batches.push(batch);
    this.#starts.push(this.#count);
    this.#count += batch.numRows;
  }

  valueAt(row: number, column: number): unknown {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return this.#batches[low]?.getChildAt(column)?.at(row - (this.#starts[low] ?? 0));
  }
}

/** Arrow type IDs: Int, Float, Decimal. */
const NUMBER_TYPES = new Set([2, 3, 7]);
const DATE_TYPE = 8;
const SIGNIFICANT_DIGITS = 6;

/** Returns the content of a cell; null for a missing value. */
export function cellText(value: unknown, isDate = false): string | null {
  if (value === null || value === undefined) return null;
  if (isDate && value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === "number" && !Number.isInteger(value)) {
    return String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
  }
  return exactText(value);
}

/** Returns the full value, as used for copying. */
export function exactText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value, replaceBigInt) : String(value);
}

function replaceBigInt(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** Returns a block of cells as tab-separated text, as accepted by spreadsheets. */
export function tabSeparated(
  rows: Pick<GridRows, "valueAt">,
  block: { fromRow: number; toRow: number; fromColumn: number; toColumn: number },
): string {
  const lines: string[] = [];
  for (let row = block.fromRow; row <= block.toRow; row += 1) {
    const cells: string[] = [];
    for (let column = block.fromColumn; column <= block.toColumn; column += 1) {
      const text = exactText(rows.valueAt(row, column));
      cells.push(/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    }
    lines.push(cells.join("\t"));
  }
  return lines.join("\n");
}
