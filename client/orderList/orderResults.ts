import { assemblyOf } from "@pdp/basics/proteins";
import type { Order } from "../orders.ts";
import { namesOfProtein, type ProteinColumns } from "../requests/proteinColumns.ts";
import { quotedTsv } from "./quotedTsv.ts";

/** Wells with their measurements, as a reader wrote them. */
export interface MeasuredWells {
  header: readonly string[];
  rows: readonly (readonly (string | null)[])[];
}

/** Names of the columns to write. */
export interface ResultNames {
  /** Null if the table only has mutations. */
  sequence: ProteinColumns | null;
  mutations: string;
  /** Column for the values of plates with one read. */
  value: string;
}

/** Results of an order, with its layout. */
export interface OrderResults {
  /** A row for each measured well of the order: plate, well, name, role, mutations, sequence, and the values. */
  tsv: string;
  rows: number;
  /** Number of wells of the order without a measurement. */
  missing: number;
  /** Number of measured wells that the order leaves empty; they are not written. */
  empty: number;
}

type Cells = readonly (string | null)[];
type OrderWell = Order["wells"][number];

/** Word for the mutations of the parent; an empty cell means that they are unknown. */
const PARENT = "WT";
const POSITION = ["plate", "read", "time", "temperature", "well", "row", "column", "value"];

/**
 * Joins measured wells with the layout of an order by plate and well. Plates have the numbers of the order in their names, or are
 * as many as those of the order. With several reads, each becomes a column. Throws an error if the plates do not match.
 */
export function orderResults(
  wells: MeasuredWells,
  order: Pick<Order, "wells">,
  names: ResultNames,
): OrderResults {
  const at = (name: string) => wells.header.indexOf(name);
  const plates = plateNumbers(distinct(wells.rows, at("plate")), order.wells);
  const layout = new Map(order.wells.map((well) => [keyOf(well.plate ?? 1, well.well ?? ""), well]));
  const values = valuesOf(wells, names.value);
  const written = [
    "plate",
    "well",
    "name",
    "role",
    names.mutations,
    ...(names.sequence === null ? [] : namesOfProtein(names.sequence)),
  ];
  const parents = new Set(order.wells.flatMap(({ role, sequence }) => (role === "PARENT" ? sequence : [])));
  const measured = new Set<OrderWell>();
  let empty = 0;
  const records = values.rows.flatMap(({ cells, source }) => {
    const plate = plates.get(source[at("plate")] ?? "") ?? 1;
    const design = layout.get(keyOf(plate, source[at("well")] ?? ""));
    if (design === undefined) {
      empty += 1;
      return [];
    }
    measured.add(design);
    const { name, role, mutations, sequence } = design;
    const codes = sequence === null ? "" : mutations || (parents.has(sequence) ? PARENT : "");
    const of = [String(plate), design.well ?? "", name, role.toLowerCase(), codes];
    return [[...of, ...proteinCells(sequence ?? "", names.sequence), ...cells.map((cell) => cell ?? "")]];
  });
  if (records.length === 0) throw new Error("None of the measured wells belongs to this order.");
  return {
    tsv: quotedTsv([[...written, ...free(values.names, written)], ...records]),
    rows: records.length,
    missing: order.wells.length - measured.size,
    empty,
  };
}

/** Returns the cells for the columns of a protein. */
function proteinCells(sequence: string, columns: ProteinColumns | null): string[] {
  if (columns === null || typeof columns === "string") return columns === null ? [] : [sequence];
  const { vh, vl } = assemblyOf(sequence);
  return [...(columns.vh === null ? [] : [vh ?? ""]), ...(columns.vl === null ? [] : [vl ?? ""])];
}

/** Returns the plate of the order for each plate of the measurements. */
function plateNumbers(measured: readonly string[], wells: readonly OrderWell[]): Map<string, number> {
  if (wells.some(({ plate }) => plate === null))
    throw new Error("The order is a list without wells. Paste its results by name.");
  const ordered = [...new Set(wells.map(({ plate }) => plate ?? 1))].sort((a, b) => a - b);
  // pandas writes plate 2 as 2.0 if another plate is missing.
  const names = measured.map((name) => name.trim().replace(/^(\d+)\.0+$/, "$1"));
  const numbered = names.map((name) => Number(/(\d+)\D*$/.exec(name)?.[1] ?? Number.NaN));
  const areNumbered =
    new Set(numbered).size === measured.length && numbered.every((number) => ordered.includes(number));
  if (areNumbered) return new Map(measured.map((name, at) => [name, numbered[at] as number]));
  if (measured.length === ordered.length)
    return new Map(measured.map((name, at) => [name, ordered[at] as number]));
  const shown = measured.map((name) => JSON.stringify(name)).join(", ");
  throw new Error(
    `The measurements have the plates ${shown}, and the order has ${ordered.join(", ")}. Name the sheets or the grids like the plates of the order, such as "Plate ${ordered[0]}".`,
  );
}

interface Values {
  names: string[];
  rows: { source: Cells; cells: Cells }[];
}

/** Returns the columns with measurements: each read of plates as a column, or the columns of a list. */
function valuesOf({ header, rows }: MeasuredWells, named: string): Values {
  const others = header.flatMap((name, at) => (POSITION.includes(name) && name !== "time" ? [] : [at]));
  const value = header.indexOf("value");
  if (value < 0)
    return {
      names: others.map((at) => header[at] as string),
      rows: rows.map((source) => ({ source, cells: others.map((at) => source[at] ?? null) })),
    };
  const read = header.indexOf("read");
  const reads = distinct(rows, read);
  const columns = reads.length > 1 ? reads : [named];
  const keys = ["plate", "time", "well"].map((name) => header.indexOf(name));
  const groups = Map.groupBy(rows, (row) => JSON.stringify(keys.map((at) => row[at] ?? null)));
  return {
    names: [...columns, ...others.map((at) => header[at] as string)],
    rows: [...groups.values()].map((group) => {
      const source = group[0] as Cells;
      const cells = columns.map((_, index) =>
        reads.length > 1
          ? (group.find((row) => (row[read] ?? "") === reads[index])?.[value] ?? null)
          : (source[value] ?? null),
      );
      return { source, cells: [...cells, ...others.map((at) => source[at] ?? null)] };
    }),
  };
}

function distinct(rows: readonly Cells[], at: number): string[] {
  return [...new Set(rows.map((row) => row[at] ?? ""))];
}

function keyOf(plate: number, well: string): string {
  const [, row = "", column = ""] = /^([A-Za-z]+)0*(\d+)$/.exec(well.trim()) ?? [];
  return `${plate}:${row.toUpperCase()}${column}`;
}

/** Renames columns that have the name of a column of the layout. */
function free(names: readonly string[], used: readonly string[]): string[] {
  return names.map((name) =>
    used.some((usedName) => usedName.toLowerCase() === name.toLowerCase()) ? `${name} (measured)` : name,
  );
}
