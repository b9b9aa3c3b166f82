import { VALUE_NUMBER } from "@pdp/basics/columns";
import type { GridLine } from "../detect/plateGrid.ts";
import type { Grid } from "./findGrids.ts";
import { readTitle } from "./gridTitle.ts";
import { cellAt, wellsOf } from "./layout.ts";

/** Complete titles of grids that describe wells, although they may contain numbers: `Plate layout`, `Sample IDs`, `Dose [µM]`. */
const LAYOUT_TITLE =
  /^(?:\d{1,3}\.\s+)?(?:(?:plate|standard|sample|well|compound|variant|substrate|inhibitor|ligand|enzyme|protein|strain|clone)s?[ _]){0,2}(?:layout|map|names?|ids?|conc(?:entration)?s?\.?|doses?|dilutions?|dilution factors?)(?:[ _]\d{1,3})?(?:\s*[[(][^[\]()]{1,20}[\])]|\s+(?:in\s+)?(?:[mµunp]?M|[mµun]?g\/m?L|%))?$/i;
/** Values that readers write instead of a measurement, such as `OVRFLW`, `>4.0`, `NaN` and `#N/A`. */
const NO_MEASUREMENT =
  /^(?:[<>].*|\W*(?:ovr?e?r?[ -]?(?:flw|flow)?|over(?:[ -]?(?:range|load(?:ed)?))?|under(?:[ -]?(?:flow|range))?|und?flw|satu?r?(?:ated|ation)?|out of range|nan|[+-]?inf(?:inity)?|n\/?a|n\.?d\.?|null|error|invalid|masked|bdl|lod)\W*|\*+|\?+|#+|#(?:value!|num!|ref!|div\/0!))$/i;
/** Share of text among the well values above which a grid describes wells rather than measurements. */
const TEXT_SHARE = 0.5;

/** Tells whether the title of a grid, or its last line, indicates that the grid describes wells. */
export function isLayoutTitle(words: string, lastLine: string): boolean {
  return LAYOUT_TITLE.test(words) || LAYOUT_TITLE.test(readTitle(lastLine).words);
}

/**
 * Tells whether most of the non-empty cells of a grid contain text; placeholders that readers write for a missing measurement
 * do not count.
 */
export function isText(lines: readonly GridLine[], grid: Grid): boolean {
  const values = wellsOf(grid)
    .map(({ row, column }) => cellAt(lines, grid, row, column))
    .filter((cell) => cell !== null && !NO_MEASUREMENT.test(cell));
  return values.filter((cell) => !VALUE_NUMBER.test(cell ?? "")).length > TEXT_SHARE * values.length;
}
