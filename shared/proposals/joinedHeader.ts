import { namesByPlace, PLAIN_NUMBER } from "@pdp/basics/columns";
import { isNoName, joinHeaders } from "@pdp/formats/cells";
import { likely, withDecision } from "./decisions.ts";
import { isMissingWord } from "./proposeType.ts";
import { dropRows, type Sample } from "./sample.ts";
import { shownValue } from "./shownValue.ts";
import { unitsInFirstRow } from "./unitsRow.ts";

/** Maximum number of further header rows below the first one. */
const MAX_ROWS_BELOW = 2;
/** Minimum number of names above numbers in a further header row, if the first one has a name for each column. */
const MIN_NAMES = 2;

/** Joins the header with the group names above it, or with the names in the rows below it. */
export function withJoinedHeader(sample: Sample): Sample {
  const { header, above, lines = [], options } = sample;
  if (above !== undefined && isGroupRow(above, header)) {
    const joined = joinHeaders([above, header]);
    const row = (options.header_row ?? 2) - 1;
    const detected = { ...sample.detected, header_row: row };
    const { header_row: _, ...others } = options;
    const stated = row > 1 ? { header_row: row } : {};
    const read = {
      ...sample,
      detected,
      header: joined,
      options: { ...others, ...stated, header_rows: 2 },
    };
    return withDecision(read, likely("HEADER", reasonOf(joined, [row, row + 1])));
  }
  if (unitsInFirstRow(sample.cells, (text) => PLAIN_NUMBER.test(text.trim())) !== undefined) return sample;
  for (let count = 1; count <= MAX_ROWS_BELOW; count++) {
    if (lines[count - 1] === undefined || !areNamesBelow(sample, count)) return sample;
    const below = Array.from({ length: count }, (_, row) => namesIn(sample, row));
    const joined = joinHeaders([header, ...below]);
    if (namesByPlace(joined).some((name, index) => name !== joined[index])) continue;
    const rows = new Set(below.keys());
    const first = sample.detected.header_row ?? options.header_row ?? 1;
    const read = {
      ...dropRows(sample, rows),
      header: joined,
      options: { ...options, header_rows: count + 1 },
    };
    return withDecision(read, likely("HEADER", reasonOf(joined, [first, lines[count - 1] as number])));
  }
  return sample;
}

/** States which rows are read as names, with a name that was joined. */
function reasonOf(joined: readonly string[], [first, last]: readonly [number, number]): string {
  const example = joined.toSorted((a, b) => b.length - a.length)[0] ?? "";
  return `The column names are in rows ${first} to ${last}, and are joined, such as ${shownValue(example)}.`;
}

/** Tells whether a row contains names of column groups: no name above the first column, and no numbers. */
function isGroupRow(row: readonly string[], header: readonly string[]): boolean {
  const [first = "", ...others] = row.map((cell) => cell.trim());
  const names = others.filter((cell) => cell !== "");
  return (
    first === "" &&
    names.length > 0 &&
    row.length <= header.length &&
    !names.some((name) => PLAIN_NUMBER.test(name))
  );
}

function namesIn({ cells }: Sample, row: number): string[] {
  return cells.map((column) => column[row]?.trim() ?? "");
}

/**
 * Tells whether the first rows below a header continue its names: most columns have a name, there are numbers below some of
 * them, and the header lacks names or the rows have no name in the first column, where the rows below have values.
 */
function areNamesBelow(sample: Sample, count: number): boolean {
  const { header, cells } = sample;
  const names = namesIn(sample, count - 1);
  const filled = names.filter((name) => name !== "");
  if (2 * filled.length <= names.length || filled.some((name) => PLAIN_NUMBER.test(name))) return false;
  const aboveNumbers = names.filter((_, index) => areNumbers(cells[index]?.slice(count) ?? []));
  const isSplit = header.some((name, index) => isNoName(name) || header.indexOf(name) !== index);
  if (isSplit) return aboveNumbers.length > 0;
  const isContinued = names[0] === "" && cells[0]?.slice(count).some((cell) => cell !== null);
  const words = aboveNumbers.filter((name) => name !== "" && !isMissingWord(name));
  return isContinued === true && words.length >= MIN_NAMES && !aboveNumbers.some(isMissingWord);
}

function areNumbers(cells: readonly (string | null)[]): boolean {
  const values = cells.filter((cell): cell is string => cell !== null);
  return (
    values.length > 0 && 2 * values.filter((value) => PLAIN_NUMBER.test(value.trim())).length > values.length
  );
}
