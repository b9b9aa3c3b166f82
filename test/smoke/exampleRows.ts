/** Columns with difficult values: all types at their limits, as they must be returned. */
export const EXAMPLE_COLUMNS = [
  { name: "id", type: "INT64", nullable: false },
  { name: "value", type: "FLOAT64" },
  { name: "day", type: "DATE" },
  { name: "at", type: "TIMESTAMP" },
  { name: "note", type: "STRING" },
  { name: "ok", type: "BOOL" },
  {
    name: "plate",
    type: "STRUCT",
    columns: [
      { name: "well", type: "STRING" },
      { name: "reads", type: "ARRAY", item_type: { type: "FLOAT64" } },
      { name: "count", type: "INT64" },
    ],
  },
  { name: "tags", type: "ARRAY", item_type: { type: "STRING" } },
] as const;

/**
 * Table row. Dates and times are in milliseconds since 1970 (with a fraction: to the microsecond), as in Arrow.
 */
export interface ExampleRow {
  id: bigint;
  value: number | null;
  day: number | null;
  at: number | null;
  note: string | null;
  ok: boolean | null;
  plate: { well: string | null; reads: (number | null)[] | null; count: bigint | null } | null;
  tags: (string | null)[] | null;
}

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const nothing = { value: null, day: null, at: null, note: null, ok: null, plate: null, tags: null };

/** Rows of the first load: two files. */
export const FIRST_ROWS: ExampleRow[][] = [
  [
    {
      id: -9_223_372_036_854_775_808n,
      value: 5e-324,
      day: day("1969-12-31"),
      at: Date.parse("1969-12-31T23:59:59.123Z") + 0.456,
      note: 'two\nlines, "quoted", \\ and é 🧬',
      ok: true,
      plate: { well: "A1", reads: [1.5, null, -0.25], count: 9_007_199_254_740_993n },
      tags: ["", "a,b", null],
    },
    { id: 1n, ...nothing },
  ],
  [
    {
      id: 9_007_199_254_740_993n,
      value: 0.1,
      day: day("2024-02-29"),
      at: Date.parse("2026-03-02T09:30:00.001Z") + 0.001,
      note: "",
      ok: false,
      plate: { well: null, reads: [], count: null },
      tags: [],
    },
  ],
];

/** Rows of the second load. */
export const SECOND_ROWS: ExampleRow[][] = [
  [
    {
      id: 9_223_372_036_854_775_807n,
      value: -1.797_693_134_862_315_7e308,
      day: day("9999-12-31"),
      at: Date.parse("2000-01-01T00:00:00Z"),
      note: "it's; -- NULL",
      ok: true,
      plate: { well: "H12", reads: null, count: 0n },
      tags: ["only"],
    },
  ],
];

/** Converts rows to NDJSON; numbers keep all of their digits. */
export function toNdjson(rows: readonly ExampleRow[]): string {
  return `${rows.map(toLine).join("\n")}\n`;
}

function toLine(row: ExampleRow): string {
  const whole = new Map<string, bigint>();
  const text = JSON.stringify(
    { ...row, day: timeText(row.day)?.slice(0, 10) ?? null, at: timeText(row.at) },
    (_, value: unknown) => {
      if (typeof value !== "bigint") return value;
      const mark = `whole number ${whole.size}`;
      whole.set(mark, value);
      return mark;
    },
  );
  return text.replaceAll(/"(whole number \d+)"/g, (_, mark: string) => String(whole.get(mark)));
}

/** Formats a time to the microsecond. */
function timeText(time: number | null): string | null {
  if (time === null) return null;
  const whole = Math.floor(time);
  const micro = String(Math.round((time - whole) * 1000)).padStart(3, "0");
  return new Date(whole).toISOString().replace("Z", `${micro}Z`);
}

/** Converts rows to plain values in column order, without typed arrays. */
export function plainRows(rows: readonly object[]): unknown[] {
  return rows.map(toPlain);
}

function toPlain(value: unknown): unknown {
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as Iterable<unknown>, toPlain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlain(inner)]));
}
