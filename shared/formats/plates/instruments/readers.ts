import { findWellTables } from "#shared/formats/plates/wellTables.ts";
import { clariostar } from "./clariostar.ts";
import { enVision } from "./enVision.ts";
import { gen5 } from "./gen5.ts";
import { magellan } from "./magellan.ts";
import { skanIt } from "./skanIt.ts";
import { softMaxPro } from "./softMaxPro.ts";
import { tecan } from "./tecan.ts";
import type { BlockLine, InstrumentReader } from "./wellBlock.ts";

const READERS: readonly InstrumentReader[] = [
  tecan,
  magellan,
  softMaxPro,
  gen5,
  clariostar,
  skanIt,
  enVision,
];
/** Number of leading lines in which an instrument names itself. */
const MAX_LINES = 30;

/** Returns the reader for the instrument that wrote lines of cells; undefined for other lines. */
export function readerOf(lines: readonly BlockLine[]): InstrumentReader | undefined {
  const text = lines
    .slice(0, MAX_LINES)
    .map(({ cells }) => cells.slice(0, 4).join("\t"))
    .join("\n");
  return READERS.find(({ recognize }) => recognize(text));
}

/** Tells whether an instrument wrote wells into lines. */
export function holdsBlocks(lines: readonly BlockLine[]): boolean {
  return (readerOf(lines)?.blocks(lines).length ?? 0) > 0;
}

/** Tells whether lines are the start of an export that contains only wells, below any number of settings. */
export function startsWells(lines: readonly BlockLine[]): boolean {
  return readerOf(lines)?.writesOnlyWells === true;
}

/** Tells whether lines contain wells in a table or in blocks of an instrument. */
export function hasWells(lines: readonly BlockLine[]): boolean {
  return findWellTables(lines).length > 0 || holdsBlocks(lines) || startsWells(lines);
}
