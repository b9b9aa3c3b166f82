const letters = (count: number) =>
  Array.from({ length: count }, (_, row) =>
    row < 26 ? String.fromCharCode(65 + row) : `A${String.fromCharCode(39 + row)}`,
  );
const numbers = (count: number) => Array.from({ length: count }, (_, column) => String(column + 1));
const value = (row: number, column: number) => ((row * 31 + column * 7) % 50) / 16 + 0.0625;
const values = (row: number, columns: number) =>
  numbers(columns).map((_, column) => String(value(row, column)));

export interface PlateFile {
  title: string;
  cells: string[][];
  /** Line that contains the column numbers, or the first row if there are none, and the number of wells. */
  line: number;
  wells: string;
}

/** Plates as written by readers, as cells. */
export const plateFiles: readonly PlateFile[] = [
  ...[12, 24, 48].flatMap((columns): PlateFile[] => {
    const rows = (columns * 2) / 3;
    const wells = (rows * columns).toLocaleString("en-US");
    const all = letters(rows).map((letter, row) => [letter, ...values(row, columns)]);
    const bare = all.map(([, ...cells]) => cells);
    return [
      {
        title: `${wells} wells with letters and numbers`,
        cells: [["", ...numbers(columns)], ...all],
        line: 1,
        wells,
      },
      { title: `${wells} wells with letters`, cells: all, line: 1, wells },
      { title: `${wells} wells with numbers`, cells: [numbers(columns), ...bare], line: 1, wells },
      { title: `${wells} wells without either`, cells: bare, line: 1, wells },
    ];
  }),
  {
    title: "a part of a plate below titles, with a label in the corner and after the values",
    cells: [
      ["Reader", "Spark"],
      ["Mode", "Absorbance", "450"],
      ["<>", ...numbers(12)],
      ["A", ...values(0, 12), "450"],
      ["B", ...values(1, 12).fill("OVRFLW", 3, 7), "450"],
    ],
    line: 3,
    wells: "96",
  },
  {
    title: "a part of a plate with 12 wells",
    cells: [["Plate 1"], ["", ...numbers(4)], ["A", ...values(0, 4)], ["B", ...values(1, 4)]],
    line: 2,
    wells: "12",
  },
  {
    title: "a layout of variants, with a number of rows of its own",
    cells: [
      ["", "", ...numbers(12)],
      ...letters(8).map((letter) => ["", letter, ...numbers(12).map((n) => `K${n}R`)]),
    ],
    line: 1,
    wells: "96",
  },
];

/** Tables that look similar to plates but are not. */
export const tablesLikePlates: readonly [title: string, cells: string[][]][] = [
  [
    "a header of names over row letters",
    [
      ["row", ...numbers(12).map((n) => `c${n}`)],
      ...letters(8).map((letter, row) => [letter, ...values(row, 12)]),
    ],
  ],
  ["a narrow matrix of numbers", [["a", "b", "c"], ...letters(8).map((_, row) => values(row, 3))]],
  [
    "twelve named columns of numbers in eight rows",
    [numbers(12).map((n) => `t${n}`), ...letters(8).map((_, row) => values(row, 12))],
  ],
  [
    "row letters in the first column",
    [["row", "column", "value"], ...letters(8).map((letter, row) => [letter, "1", String(value(row, 1))])],
  ],
  [
    "substitutions at twelve positions",
    [
      ["", ...numbers(12)],
      ..."ACDEFGHIKLMNPQRSTVWY".split("").map((letter, row) => [letter, ...values(row, 12)]),
    ],
  ],
  [
    "twelve numbered features in many rows",
    [["name", ...numbers(12)], ...numbers(40).map((name, row) => [`v${name}`, ...values(row, 12)])],
  ],
  [
    "ten numbered columns",
    [["", ...numbers(10)], ...letters(8).map((letter, row) => [letter, ...values(row, 10)])],
  ],
  [
    "more letters than a plate has rows",
    [["", ...numbers(12)], ...letters(9).map((letter, row) => [letter, ...values(row, 12)])],
  ],
  [
    "four rated classes",
    [["class", ...numbers(5)], ...letters(4).map((letter, row) => [letter, ...values(row, 5)])],
  ],
  [
    "rows with gaps before eight complete ones",
    [
      numbers(12).map((n) => `t${n}`),
      values(0, 12).fill("", 1, 11),
      ...letters(8).map((_, row) => values(row, 12)),
      values(3, 12).fill("", 0, 4),
    ],
  ],
];

export function textOf(cells: readonly (readonly string[])[], delimiter: string): string {
  return cells.map((row) => `${row.join(delimiter)}\n`).join("");
}
