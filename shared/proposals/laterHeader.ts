import { namesByPlace } from "#shared/basics/columns/placeInFile.ts";
import { likely, withDecision } from "./decisions.ts";
import { RowJudge } from "./rowJudge.ts";
import { dropRows, type Sample } from "./sample.ts";

/** Minimum number of names above numbers. */
const MIN_NAMES = 2;

/** Reads the first row as the header if it contains names, and an empty line separates it from the title above. */
export function withLaterHeader(sample: Sample): Sample {
  const { cells, lines = [], rows, options, found } = sample;
  const [line] = lines;
  const title = found.header_row ?? 1;
  if (line === undefined || line <= title + 1 || rows < 2 || options.header_rows !== undefined) return sample;
  const names = cells.map((column) => column[0]?.trim() ?? "");
  const areDistinct = namesByPlace(names).every((place, index) => place === names[index]);
  const rest = dropRows(sample, new Set([0]));
  const judge = new RowJudge({
    cells: rest.cells.map((column, index) => [...column.slice(0, 50), names[index] ?? ""]),
  });
  const count = Math.min(rest.rows, 50);
  judge.compareWith(count);
  if (!areDistinct || !judge.hasNames(count, MIN_NAMES)) return sample;
  const read = {
    ...rest,
    header: names,
    found: { ...found, header_row: line },
    options: { ...options, header_row: line },
  };
  const reason = `The column names are in line ${line}; line ${title} is read as a title.`;
  return withDecision(read, likely("HEADER", reason, [`Read line ${title} as the header`]));
}
