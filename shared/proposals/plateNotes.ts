import {
  edgeOf,
  errorsBetween,
  hasControls,
  type Moments,
  momentsOf,
  zPrime,
} from "#shared/basics/statistics/wellStatistics.ts";
import type { PlateTable } from "#shared/formats/plates/plateTable.ts";
import { wellRole } from "#shared/proposals/wellRole.ts";

/** Minimum number of wells at the edge and in the interior for a comparison. */
const MIN_WELLS = 12;
/** Number of standard errors above which a difference is reported. */
const MIN_ERRORS = 4;

/** Describes the controls of plates (means and Z′), and reports whether edge wells differ from the others. */
export function plateNotes(table: PlateTable): string[] {
  const { header } = table;
  const at = (name: string) => header.indexOf(name);
  const [plate, read, row, column, value] = [at("plate"), at("read"), at("row"), at("column"), at("value")];
  const layouts = header.map((_, index) => index).slice(value + 1);
  const wells = table.rows.flatMap((cells) => {
    const number = Number((cells[value] ?? "").replace(",", "."));
    if (cells[value] === null || !Number.isFinite(number)) return [];
    const roles = layouts.map((index) => wellRole(cells[index] ?? ""));
    return [
      {
        number,
        place: `${cells[plate]}${cells[read] ? `, ${cells[read]}` : ""}`,
        row: cells[row] ?? "",
        column: cells[column] ?? "",
        isPositive: roles.includes("positive"),
        isNegative: roles.includes("negative"),
      },
    ];
  });
  const places = Map.groupBy(wells, ({ place }) => place);
  return [...places].slice(0, MAX_PLACES).flatMap(([place, own]) => {
    const title = `Plate ${place}`;
    return [...controlNote(title, own), ...edgeNote(title, own)];
  });
}

const MAX_PLACES = 10;

interface Well {
  number: number;
  row: string;
  column: string;
  isPositive: boolean;
  isNegative: boolean;
}

function controlNote(title: string, wells: readonly Well[]): string[] {
  const positive = numbersOf(wells.filter(({ isPositive }) => isPositive));
  const negative = numbersOf(wells.filter(({ isNegative }) => isNegative));
  if (!hasControls(positive, negative)) return [];
  const factor = zPrime(positive, negative);
  const words = ({ count, mean }: Moments) => `mean ${shown(mean)} of ${count} wells`;
  const quality = factor === null ? "" : `; Z′ is ${factor}`;
  return [
    `${title}: positive controls have the ${words(positive)}, negative controls the ${words(negative)}${quality}.`,
  ];
}

function edgeNote(title: string, wells: readonly Well[]): string[] {
  const samples = wells.filter(({ isPositive, isNegative }) => !isPositive && !isNegative);
  const isEdge = edgeOf(wells);
  const edge = numbersOf(samples.filter(isEdge));
  const inside = numbersOf(samples.filter((well) => !isEdge(well)));
  if (edge.count < MIN_WELLS || inside.count < MIN_WELLS) return [];
  if (!(errorsBetween(edge, inside) > MIN_ERRORS)) return [];
  return [
    `${title}: the mean of edge wells is ${shown(edge.mean)}, of inner wells ${shown(inside.mean)}. Check for a position effect.`,
  ];
}

function numbersOf(wells: readonly Well[]): Moments {
  return momentsOf(wells.map(({ number }) => number));
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)));
}
