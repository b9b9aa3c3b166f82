import { assemblyOf, mutationColumns, proteinColumns, TWO_CHAINS } from "@pdp/basics/proteins";
import type { ChainColumns, ProteinColumns } from "../requests/proteinColumns.ts";
import type { OrderRow } from "./orderRows.ts";
import type { PlateWell } from "./plates.ts";
import { quotedTsv } from "./quotedTsv.ts";

/** Columns to add to results: sequences and mutations. */
export interface ResultColumns {
  /** Column with the sequences, or those of both chains; null if the table only has mutations. */
  sequence: ProteinColumns | null;
  /** Null if mutations are not requested. */
  mutations: string | null;
}

/** Results for measured proteins, with their sequences. */
export interface MatchedResults {
  /**
   * Results as TSV, with columns added for missing sequences and mutations. Existing columns are recognized regardless of
   * their names.
   */
  tsv: string;
  rows: number;
  /** How proteins were matched: by name or by well. */
  by: "name" | "well";
  /** Names or wells of skipped rows that are not in the order. */
  unknown: string[];
}

/** Word that stands for "no mutations" in results, because an empty cell means that the mutations are unknown. */
const TEMPLATE = "WT";
const WELL = /^([A-P])0?(\d{1,2})$/i;

/**
 * Adds the sequences of an order to results that identify its proteins by name, in any column, or by well. Accepts cells
 * copied from a spreadsheet, or CSV, with a header. Throws an error with an explanation if the proteins cannot be found.
 */
export function matchResults(
  text: string,
  order: readonly OrderRow[],
  wells: readonly PlateWell[],
  columns: ResultColumns,
): MatchedResults {
  const [header = [], ...rows] = readCells(text);
  if (rows.length === 0)
    throw new Error("Results must have a header line with column names, followed by rows.");
  const names = new Map(order.map((row) => [nameKey(row.name), row]));
  if (header.some((cell) => names.get(nameKey(cell))?.kind === "design")) {
    throw new Error('The first line must contain the column names, such as "name" and "activity".');
  }
  const added = columnsToAdd(header, rows, columns);
  const column = bestColumn(header, rows, (cell) => names.has(nameKey(cell)));
  const matched =
    column === null
      ? byWell(header, rows, names, wells)
      : {
          by: "name" as const,
          rows: rows.map((row) => ({
            row,
            protein: names.get(nameKey(row[column] ?? "")),
            key: row[column] ?? "",
          })),
        };
  const known = matched.rows.filter(({ protein }) => protein !== undefined);
  const named = matched.by === "well" && !header.includes("name") ? ["name"] : [];
  const records = known.map(({ row, protein }) => [
    ...header.map((_, index) => row[index] ?? ""),
    ...(named.length > 0 ? [protein?.name ?? ""] : []),
    ...added.map(({ of }) => (protein === undefined ? "" : of(protein))),
  ]);
  return {
    tsv: quotedTsv([[...header, ...named, ...added.map(({ name }) => name)], ...records]),
    rows: known.length,
    by: matched.by,
    unknown: matched.rows.filter(({ protein }) => protein === undefined).map(({ key }) => key),
  };
}

interface AddedColumn {
  name: string;
  /** Returns the cell of a protein. */
  of: (protein: OrderRow) => string;
}

/**
 * Returns the columns to add to the results; existing columns are recognized by their cells. Throws if the results already
 * identify their proteins.
 */
function columnsToAdd(
  header: readonly string[],
  rows: readonly string[][],
  { sequence, mutations }: ResultColumns,
): AddedColumn[] {
  const columns = Object.fromEntries(
    header.map((_, column) => [String(column), rows.map((row) => row[column] || null)]),
  );
  const seen = { count: rows.length, columns };
  const wanted = [
    ...sequencesToAdd(sequence).map((column) => ({ ...column, present: proteinColumns(seen) })),
    ...(mutations === null
      ? []
      : [
          {
            name: mutations,
            of: (protein: OrderRow) => protein.mutations || TEMPLATE,
            present: mutationColumns(seen),
          },
        ]),
  ];
  const known = wanted.flatMap(({ name, present: [column] }) =>
    header.includes(name) ? [name] : column === undefined ? [] : [header[Number(column)] ?? name],
  );
  const lacking = wanted.filter(({ name, present }) => !header.includes(name) && present.length === 0);
  // Sequences identify the proteins; in a table without sequences, mutations do.
  const says = wanted[0];
  if (says !== undefined && known.length > 0 && !lacking.includes(says))
    throw new Error(`The results already have a column "${known[0]}". Import them as they are.`);
  return lacking;
}

function sequencesToAdd(columns: ProteinColumns | null): AddedColumn[] {
  if (columns === null) return [];
  if (typeof columns === "string") return [{ name: columns, of: ({ sequence }) => sequence }];
  return TWO_CHAINS.flatMap((chain) => {
    const name = columns[chain as keyof ChainColumns];
    return name === null ? [] : [{ name, of: ({ sequence }) => assemblyOf(sequence)[chain] ?? "" }];
  });
}

/** Finds proteins by the wells in the rows, and also by plate if there are multiple plates. */
function byWell(
  header: readonly string[],
  rows: readonly string[][],
  names: ReadonlyMap<string, OrderRow>,
  wells: readonly PlateWell[],
) {
  const column = bestColumn(header, rows, (cell) => WELL.test(cell));
  if (column === null) {
    const [first] = names.values();
    throw new Error(
      `No column identifies this order's proteins by name, such as ${first?.name ?? "D001"}, or by well, such as A01. Use the name prefix of the order list.`,
    );
  }
  const plateCount = Math.max(0, ...wells.map(({ plate }) => plate));
  const plateColumn = header.findIndex((name) => /plate/i.test(name));
  if (plateCount > 1 && plateColumn < 0) {
    throw new Error(
      `The order has ${plateCount} plates. Add a column "plate" that states the plate of each well.`,
    );
  }
  const places = new Map(wells.map(({ plate, well, name }) => [`${plate}:${well}`, name]));
  return {
    by: "well" as const,
    rows: rows.map((row) => {
      const key = row[column] ?? "";
      const plate = plateCount > 1 ? (/\d+/.exec(row[plateColumn] ?? "")?.[0] ?? "") : "1";
      const name = places.get(`${Number(plate)}:${wellKey(key)}`);
      return {
        row,
        protein: name === undefined ? undefined : names.get(nameKey(name)),
        key: plateCount > 1 ? `${row[plateColumn] ?? ""} ${key}` : key,
      };
    }),
  };
}

/** Returns the column with the most recognized cells; null if fewer than half of its cells are recognized. */
function bestColumn(
  header: readonly string[],
  rows: readonly string[][],
  isKnown: (cell: string) => boolean,
): number | null {
  const counts = header.map((_, column) => rows.filter((row) => isKnown(row[column] ?? "")).length);
  const maxCount = Math.max(0, ...counts);
  return maxCount * 2 >= rows.length ? counts.indexOf(maxCount) : null;
}

/** Normalizes a name for comparison: lowercase, without leading zeros in its number. */
function nameKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/0+(?=\d+$)/, "");
}

function wellKey(text: string): string {
  const [, row = "", column = ""] = WELL.exec(text.trim()) ?? [];
  return `${row.toUpperCase()}${column.padStart(2, "0")}`;
}

/** Splits lines into cells at tabs, as copied from a spreadsheet, or otherwise at semicolons or commas. */
function readCells(text: string): string[][] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  const delimiter = ["\t", ";", ","].find((candidate) => first.includes(candidate)) ?? "\t";
  return lines.map((line) => line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
}
