import {
  PLATE_SHAPES,
  type PlateSize,
  plateWells,
  range,
  rowLetter,
  type WellChoice,
  wellName,
} from "#shared/domain/orders/plateWells.ts";
import { sequenceCells, sequenceNames } from "./chainCells.ts";
import { csvText } from "./csvText.ts";
import type { Cells } from "./orderCsv.ts";
import type { OrderRow } from "./orderRows.ts";

export interface PlateOptions extends WellChoice {
  /** Number of wells per control on each plate; defaults to 1. */
  controlWells?: number;
}

/** Well on a plate with its protein from the order list. */
export interface PlateWell extends Pick<OrderRow, "name" | "kind" | "mutations" | "sequence"> {
  /** Plate number, starting at 1. */
  plate: number;
  /** Row and column, such as `A01`. */
  well: string;
}

/**
 * Places the proteins of an order list into the wells of as many plates as needed. The controls are in the last wells of every
 * plate, at the same positions. Wells are returned in fill order.
 */
export function plates(order: readonly OrderRow[], options: PlateOptions): PlateWell[] {
  const { controlWells = 1 } = options;
  const wells = plateWells(options);
  const controls = order
    .filter(({ kind }) => kind !== "design")
    .flatMap((row) => Array.from({ length: controlWells }, () => row));
  const designs = order.filter(({ kind }) => kind === "design");
  const room = wells.length - controls.length;
  if (room < 1) {
    throw new Error(
      `${controls.length} control wells leave no wells for designs: a plate has ${wells.length} usable wells. Request fewer control wells.`,
    );
  }
  const count = Math.ceil(designs.length / room);
  return range(0, count).flatMap((index) => {
    const plateDesigns = designs.slice(index * room, (index + 1) * room);
    const wellOf = (row: OrderRow, at: number): PlateWell => ({
      plate: index + 1,
      well: wells[at] ?? "",
      name: row.name,
      kind: row.kind,
      mutations: row.mutations,
      sequence: row.sequence,
    });
    return [...plateDesigns.map(wellOf), ...controls.map((row, at) => wellOf(row, room + at))];
  });
}

/** Writes wells as CSV: plate, well, name, kind, mutations, sequence (or `vh` and `vl`). */
export function plateCsv(wells: readonly PlateWell[]): string {
  return csvText(plateCells(wells).map((row) => row.map(String)));
}

/** Returns the cells of a well list, starting with the header. */
export function plateCells(wells: readonly PlateWell[]): Cells {
  const sequences = sequenceNames(wells);
  return [
    ["plate", "well", "name", "kind", "mutations", ...sequences],
    ...wells.map((plateWell) => {
      const { plate, well, name, kind, mutations } = plateWell;
      return [plate, well, name, kind, mutations, ...sequenceCells(plateWell, sequences)];
    }),
  ];
}

/** Returns a plate as a grid: row letters, column numbers, and the name in each well, or null. */
export function plateGrid(wells: readonly PlateWell[], plate: number, size: PlateSize): Cells {
  const names = new Map(
    wells.filter((plateWell) => plateWell.plate === plate).map(({ well, name }) => [well, name]),
  );
  const { rows, columns } = PLATE_SHAPES[size];
  return [
    [null, ...range(1, columns + 1)],
    ...range(0, rows).map((row) => [
      rowLetter(row),
      ...range(0, columns).map((column) => names.get(wellName(row, column)) ?? null),
    ]),
  ];
}

/**
 * Returns the position of each protein by name: `A01`, or `1:A01` if there are multiple plates; the wells of a control are
 * listed together.
 */
export function wellsByName(wells: readonly PlateWell[]): ReadonlyMap<string, string> {
  const isOne = wells.every(({ plate }) => plate === 1);
  const positions = new Map<string, string[]>();
  for (const { plate, well, name } of wells) {
    positions.set(name, [...(positions.get(name) ?? []), isOne ? well : `${plate}:${well}`]);
  }
  return new Map([...positions].map(([name, places]) => [name, places.join(" ")]));
}
