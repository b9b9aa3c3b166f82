import fc from "fast-check";
import { plateTable } from "#shared/formats/plates/plateTable.ts";
import { UnreadableText } from "#shared/formats/text/unreadableText.ts";

const LETTERS = "ABCDEFGH";
const numbers = Array.from({ length: 12 }, (_, column) => String(column + 1));

/** Plate whose wells have values that stand nowhere else. */
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

/** Damages files of plates: each value is in a row, in a title, or counted as outside of the plates. Returns how many are read. */
export function checkPlateLoss(numRuns: number, seed: number): number {
  let read = 0;
  fc.assert(
    fc.property(damages, (list) => {
      const cells = fileOf();
      for (const [kind, row, cell] of list) KINDS[kind]?.(cells, row, cell);
      const lines = cells
        .map((own, index) => ({ line: index + 1, cells: own }))
        .filter(({ cells: own }) => own.length > 0);
      try {
        const { rows, outside } = plateTable(lines);
        read++;
        const found = countValues(rows.flat());
        const words = countValues(rows.flatMap(([, read]) => read?.split(" ") ?? []));
        let lost = 0;
        for (const [value, count] of countValues(cells.flat())) {
          // A layout describes the wells of several reads.
          const wanted = value.startsWith("x") ? Math.min(count, 1) : count;
          lost += Math.max(0, wanted - (found.get(value) ?? 0) - (words.get(value) ?? 0));
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

/** Counts the values of wells among cells. */
function countValues(cells: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells)
    if (cell !== null && /^x?\d{4}\.5$/.test(cell)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return counts;
}
