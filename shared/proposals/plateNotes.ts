import { type Control, controlOf } from "@pdp/basics/proteins";
import { edgeOf, errorsBetween, hasControls, type Moments, momentsOf, zPrime } from "@pdp/basics/statistics";
import { formatCount, listNames } from "@pdp/basics/wording";
import { type PlateTable, WELL_COLUMNS } from "@pdp/formats/layouts";
import { wellRole } from "#shared/proposals/wellRole.ts";

/** Minimum number of wells at the edge and in the interior for a comparison. */
const MIN_WELLS = 12;
/** Number of standard errors above which a difference is reported. */
const MIN_ERRORS = 4;

/** Describes the controls of plates (names, means and Z′), and reports whether edge wells differ from the others. */
export function plateNotes(table: PlateTable): string[] {
  return [...measuredNotes(table), ...namedControls(table)];
}

const CONTROL_WORDS: Readonly<Record<Control, string>> = {
  WILD_TYPE: "the wild type",
  BLANK: "blanks",
  NEGATIVE: "negative controls",
};

/** Names the wells that are controls by the names of their samples, in the column with most of them. */
function namedControls({ header, rows }: PlateTable): string[] {
  const columns = header.flatMap((name, at) => {
    if ((WELL_COLUMNS as readonly string[]).includes(name)) return [];
    const rowsByControl = Map.groupBy(rows, (row) => controlOf(row[at] ?? ""));
    const controls = (Object.keys(CONTROL_WORDS) as Control[]).flatMap((kind) => {
      const count = rowsByControl.get(kind)?.length ?? 0;
      return count === 0 ? [] : [{ kind, count }];
    });
    const isUsual = controls.some(({ kind }) => kind !== "NEGATIVE");
    return isUsual ? [{ name, controls }] : [];
  });
  const [largest] = columns.toSorted((a, b) => total(b.controls) - total(a.controls));
  if (largest === undefined) return [];
  const words = largest.controls.map(
    ({ kind, count }) => `${CONTROL_WORDS[kind]} in ${formatCount(count, "row")}`,
  );
  return [
    `${largest.name} names ${listNames(words, words.length)}. These rows are kept; once they are loaded, you can create views that subtract the blanks and compare with the wild type.`,
  ];
}

function total(controls: readonly { count: number }[]): number {
  return controls.reduce((sum, { count }) => sum + count, 0);
}

function measuredNotes(table: PlateTable): string[] {
  const { header } = table;
  const at = (name: string) => header.indexOf(name);
  const [plate, read, row, column, value] = [at("plate"), at("read"), at("row"), at("column"), at("value")];
  // A list of wells has a column for each measurement instead of a value.
  if (value < 0) return [];
  const layouts = header.map((_, index) => index).slice(value + 1);
  const wells = table.rows.flatMap((cells) => {
    const number = Number((cells[value] ?? "").replace(",", "."));
    if (cells[value] === null || !Number.isFinite(number)) return [];
    const roles = layouts.map((index) => wellRole(cells[index] ?? ""));
    return [
      {
        number,
        location: `${cells[plate]}${cells[read] ? `, ${cells[read]}` : ""}`,
        row: cells[row] ?? "",
        column: cells[column] ?? "",
        isPositive: roles.includes("positive"),
        isNegative: roles.includes("negative"),
      },
    ];
  });
  const places = Map.groupBy(wells, ({ location }) => location);
  return [...places].slice(0, MAX_PLACES).flatMap(([location, ownWells]) => {
    const title = `Plate ${location}`;
    return [...controlNote(title, ownWells), ...edgeNote(title, ownWells)];
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
