import fc from "fast-check";
import { plateTable } from "../plates/plateTable.ts";
import { UnreadableText } from "../text/unreadableText.ts";

const LETTERS = "ABCDEFGH";
const numbers = Array.from({ length: 12 }, (_, column) => String(column + 1));

/** Plate with well values that do not occur anywhere else. */
function plate(first: number, prefix = ""): string[][] {
  const wells = LETTERS.split("").map((letter, row) => [
    letter,
    ...numbers.map((_, column) => `${prefix}${first + row * 12 + column}.5`),
  ]);
  return [["", ...numbers], ...wells];
}

function fileOf(): string[][] {
  return [
    ["Layout"],
    ...plate(1_000, "x"),
    [],
    ["Plate 1", "450 nm"],
    ...plate(2_000),
    [],
    ["600 nm"],
    ...plate(3_000).map((row, at) => [...row, "", ...(plate(4_000)[at] ?? [])]),
    ["Comment", "by 5000.5"],
  ];
}

const wells = LETTERS.split("").flatMap((letter) => numbers.map((number) => `${letter}${number}`));
const valuesFrom = (first: number) => wells.map((_, at) => `${first + at}.5`);

/** Files with measurements arranged as wells, some of them with measurements over time. */
export const PLATE_FILES = {
  grids: fileOf,
  "a column per well": () => [
    ["Plate 7", "450 nm"],
    ["Time [s]", "Temperature", ...wells],
    ...[0, 1, 2].map((step) => [String(60 * step), `700${step}.5`, ...valuesFrom(1_000 + 100 * step)]),
    [],
    ["Layout"],
    ...plate(4_000, "x"),
    ["Comment", "by 5000.5"],
  ],
  "a row per well": () => [
    ["Cycle", "1", "2", "3"],
    ["Time [s]", "0", "60", "120"],
    ["Temperature", "7000.5", "7001.5", "7002.5"],
    ...wells
      .slice(0, 20)
      .map((name, at) => [name, ...[0, 1, 2].map((step) => `${1_000 + 100 * step + at}.5`)]),
    [],
    ["Comment", "by 5000.5"],
  ],
  "a temperature before the wells": () => [
    ["Plate:", "Plate7", "8000.5", "PlateFormat", "Kinetic", "8001.5"],
    ["Time(hh:mm:ss)", "Temperature", ...numbers],
    ...[0, 1].flatMap((step) => [
      ...plate(1_000 + 100 * step)
        .slice(1)
        .map(([, ...row], at) => [at === 0 ? `0:0${step}:00` : "", at === 0 ? `700${step}.5` : "", ...row]),
      ["", ""],
    ]),
    ["~End"],
  ],
} satisfies Record<string, () => string[][]>;

type Damage = [kind: number, row: number, cell: number];
const KINDS: ((cells: string[][], row: number, cell: number) => void)[] = [
  (cells, row) => void cells.splice(row, 1),
  (cells, row) => void cells.splice(row, 0, [...(cells[row] ?? [])]),
  (cells, row, cell) => void cells[row]?.splice(cell, 1),
  (cells, row, cell) => void cells[row]?.splice(cell, 0, ""),
  (cells, row, cell) => void cells[row]?.splice(cell, 1, "OVRFLW"),
  (cells, row, cell) => void cells[row]?.splice(cell, 1, "A"),
  (cells, row, cell) => void cells[row]?.splice(cell, 1, "1"),
  (cells, row) => void cells.splice(row, 0, ["Time 0:05:00"]),
  (cells, row) => void cells.splice(row, 0, []),
];

const damages: fc.Arbitrary<Damage[]> = fc.array(fc.tuple(fc.nat(KINDS.length - 1), fc.nat(40), fc.nat(28)), {
  maxLength: 6,
});

/**
 * Damages plate files: each value must be in a row, in a title, or counted as outside the plates. Returns the number of files
 * that could be read.
 */
export function checkPlateLoss(file: () => string[][], numRuns: number, seed: number): number {
  let read = 0;
  fc.assert(
    fc.property(damages, (list) => {
      const cells = file();
      for (const [kind, row, cell] of list) KINDS[kind]?.(cells, row, cell);
      const lines = cells
        .map((rowCells, index) => ({ line: index + 1, cells: rowCells }))
        .filter(({ cells: rowCells }) => rowCells.length > 0);
      try {
        const { rows, outside } = plateTable(lines);
        read++;
        const foundValues = countValues(rows.flat());
        const words = countValues(rows.flatMap(([, read]) => read?.split(" ") ?? []));
        let lost = 0;
        for (const [value, count] of countValues(cells.flat())) {
          // A layout describes the wells of multiple reads.
          const wanted = value.startsWith("x") ? Math.min(count, 1) : count;
          lost += Math.max(0, wanted - (foundValues.get(value) ?? 0) - (words.get(value) ?? 0));
        }
        if (lost > outside) throw new Error(`${lost} values are lost, ${outside} were counted`);
      } catch (error) {
        if (!(error instanceof UnreadableText)) throw error;
      }
    }),
    { numRuns, seed },
  );
  return read;
}

/** Counts the well values among cells. */
function countValues(cells: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells)
    if (cell !== null && /^x?\d{4}\.5$/.test(cell)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return counts;
}
