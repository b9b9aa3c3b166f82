import { type GridLine, letterOf } from "#shared/formats/detect/plateGrid.ts";
import { layoutName, WELL_COLUMNS } from "./layout.ts";
import { plateOfName } from "./plateOfName.ts";
import { type WellDescription, wellKey } from "./wellDescription.ts";
import { wellOf } from "./wellTables.ts";

/** Number of leading lines that are searched for the names of the columns. */
const MAX_TITLES = 20;
const MIN_WELLS = 6;
/** Maximum number of columns; wider sheets are not lists of wells. */
const MAX_COLUMNS = 100;
const NUMBER = /^[<>≤≥~]?\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?\s*%?$/;
/** Names of columns of numbers that describe wells; others may be measurements. */
const DESCRIBES =
  /conc|dose|dilution|volume|amount|replicate|\brep\b|\[.*\]|\b(?:[mµun]?M|[mµun]?g\/m?L|%|time|passage|cycle|ph|temp\w*|no\.?|number|id|row|col(?:umn)?)\b/i;

/**
 * Reads a list of wells, with a row for each and a column for each property; undefined for other lines, and for lists that may
 * contain measurements.
 */
export function listLayout(lines: readonly GridLine[]): WellDescription | undefined {
  for (const [at, { cells: names }] of lines.slice(0, MAX_TITLES).entries()) {
    if (names.length > MAX_COLUMNS) return undefined;
    const well = names.findIndex((_, column) => isOfWells(lines.slice(at + 1), column));
    if (well < 0) continue;
    const plate = names.findIndex((name) => /^plate(?:[ _](?:no\.?|number|id|name))?$/i.test(name.trim()));
    return describe(lines.slice(at), { well, plate });
  }
  return undefined;
}

/** Tells whether a column below the names contains a well in almost every row. */
function isOfWells(below: readonly GridLine[], column: number): boolean {
  const texts = below.flatMap(({ cells }) => cells[column]?.trim() || []);
  const wells = texts.filter((text) => wellOf(text) !== undefined);
  return wells.length >= MIN_WELLS && wells.length >= 0.9 * texts.length;
}

function describe(
  [header, ...rows]: readonly GridLine[],
  { well, plate }: { well: number; plate: number },
): WellDescription | undefined {
  const names = header?.cells ?? [];
  const columns = names.flatMap((name, at) => (isProperty(name) && at !== well && at !== plate ? [at] : []));
  const textsOf = (at: number) => rows.flatMap(({ cells }) => cells[at]?.trim() || []);
  const isMeasured = (at: number) => {
    const texts = textsOf(at);
    return (
      2 * texts.filter((text) => NUMBER.test(text)).length > texts.length && !DESCRIBES.test(names[at] ?? "")
    );
  };
  const filled = columns.filter((at) => textsOf(at).length > 0);
  if (filled.length === 0 || filled.some(isMeasured)) return undefined;
  const values = new Map<string, (string | null)[]>();
  for (const { cells } of rows) {
    const found = wellOf(cells[well] ?? "");
    if (found === undefined) continue;
    const named = cells[plate]?.trim() ?? "";
    const of = plate < 0 ? undefined : (plateOfName(named) ?? named);
    const key = wellKey(of, `${letterOf(found.row)}${found.column + 1}`);
    const described = filled.map((at) => cells[at]?.trim() || null);
    const before = values.get(key);
    // A well with two descriptions shows that the list is about something else, such as samples over time.
    if (before?.some((cell, index) => cell !== described[index])) return undefined;
    values.set(key, described);
  }
  return { names: filled.map((at) => layoutName(names[at] ?? "")), values, hasPlates: plate >= 0 };
}

function isProperty(name: string): boolean {
  const plain = name.trim().toLowerCase();
  return plain !== "" && !(WELL_COLUMNS as readonly string[]).includes(plain);
}
