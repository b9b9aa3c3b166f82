import { wellRole } from "#shared/domain/loads/wellRole.ts";
import type { PlateTable } from "./plateTable.ts";

const MIN_CONTROLS = 2;
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

/** Z′ = 1 − 3 (s₊ + s₋) / |m₊ − m₋|, as defined by Zhang, Chung and Oldenburg (1999). */
function controlNote(title: string, wells: readonly Well[]): string[] {
  const positive = momentsOf(wells.filter(({ isPositive }) => isPositive));
  const negative = momentsOf(wells.filter(({ isNegative }) => isNegative));
  if (positive.count < MIN_CONTROLS || negative.count < MIN_CONTROLS) return [];
  const distance = Math.abs(positive.mean - negative.mean);
  const factor = 1 - (3 * (positive.deviation + negative.deviation)) / distance;
  const words = ({ count, mean }: Moments) => `mean ${shown(mean)} of ${count} wells`;
  const quality = Number.isFinite(factor) ? `; Z′ is ${factor.toFixed(2)}` : "";
  return [
    `${title}: positive controls have the ${words(positive)}, negative controls the ${words(negative)}${quality}.`,
  ];
}

function edgeNote(title: string, wells: readonly Well[]): string[] {
  const others = wells.filter(({ isPositive, isNegative }) => !isPositive && !isNegative);
  const rows = [...new Set(wells.map(({ row }) => row))].sort(byLength);
  const columns = [...new Set(wells.map(({ column }) => column))].sort(byLength);
  const ends = (names: readonly string[]) => [names[0], names[names.length - 1]];
  const isEdge = ({ row, column }: Well) => ends(rows).includes(row) || ends(columns).includes(column);
  const edge = momentsOf(others.filter(isEdge));
  const inside = momentsOf(others.filter((well) => !isEdge(well)));
  if (edge.count < MIN_WELLS || inside.count < MIN_WELLS) return [];
  const error = Math.sqrt(edge.deviation ** 2 / edge.count + inside.deviation ** 2 / inside.count);
  if (!(Math.abs(edge.mean - inside.mean) > MIN_ERRORS * error)) return [];
  return [
    `${title}: the mean of edge wells is ${shown(edge.mean)}, of inner wells ${shown(inside.mean)}. Check for a position effect.`,
  ];
}

/** Sorts row letters and column numbers as on a plate. */
function byLength(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

interface Moments {
  count: number;
  mean: number;
  /** Sample standard deviation. */
  deviation: number;
}

function momentsOf(wells: readonly Well[]): Moments {
  const count = wells.length;
  const mean = wells.reduce((sum, { number }) => sum + number, 0) / count;
  const squares = wells.reduce((sum, { number }) => sum + (number - mean) ** 2, 0);
  return { count, mean, deviation: Math.sqrt(squares / (count - 1)) };
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)));
}
