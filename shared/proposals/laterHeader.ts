import { namesByPlace } from "@pdp/basics/columns";
import { likely, withDecision } from "./decisions.ts";
import { MAX_COMPARED, RowJudge } from "./rowJudge.ts";
import { dropRows, type Sample } from "./sample.ts";

/** Minimum number of names above numbers. */
const MIN_NAMES = 2;

/** Reads the first row as the header if it contains names, and an empty line separates it from the title above. */
export function withLaterHeader(sample: Sample): Sample {
  const { cells, lines = [], rows, options, detected } = sample;
  const [line] = lines;
  const title = detected.header_row ?? 1;
  const isStated = sample.isHeaderStated === true || options.header_rows !== undefined;
  if (line === undefined || line <= title + 1 || rows < 2 || isStated) return sample;
  const names = cells.map((column) => column[0]?.trim() ?? "");
  const areDistinct = namesByPlace(names).every((name, index) => name === names[index]);
  const rest = dropRows(sample, new Set([0]));
  const judge = new RowJudge({
    cells: rest.cells.map((column, index) => [...column.slice(0, MAX_COMPARED), names[index] ?? ""]),
  });
  const count = Math.min(rest.rows, MAX_COMPARED);
  judge.compareWith(count);
  if (!areDistinct || !judge.hasNames(count, MIN_NAMES)) return sample;
  const { above: _, ...below } = rest;
  const read = {
    ...below,
    header: names,
    detected: { ...detected, header_row: line },
    options: { ...options, header_row: line },
  };
  const unit = sample.format === "XLSX" ? "row" : "line";
  const reason = `The column names are in ${unit} ${line}; ${unit} ${title} is read as a title.`;
  return withDecision(read, likely("HEADER", reason, [`Read ${unit} ${title} as the header`]));
}
