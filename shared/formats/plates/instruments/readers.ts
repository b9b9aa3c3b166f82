import { completePlates } from "../../detect/completePlates.ts";
import { findGrids } from "../findGrids.ts";
import { findWellTables } from "../wellTables.ts";
import { clariostar } from "./clariostar.ts";
import { enVision } from "./enVision.ts";
import { gen5 } from "./gen5.ts";
import { magellan } from "./magellan.ts";
import { nivo } from "./nivo.ts";
import { skanIt } from "./skanIt.ts";
import { softMaxPro } from "./softMaxPro.ts";
import { tecan } from "./tecan.ts";
import { victor } from "./victor.ts";
import type { BlockLine, InstrumentReader } from "./wellBlock.ts";

const READERS: readonly InstrumentReader[] = [
  tecan,
  magellan,
  softMaxPro,
  gen5,
  clariostar,
  skanIt,
  enVision,
  victor,
  nivo,
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

/** Tells whether an instrument wrote the lines, so that its wells may be below any number of settings. */
export function isOfInstrument(lines: readonly BlockLine[]): boolean {
  return readerOf(lines) !== undefined;
}

/** Tells whether the first lines of a file contain wells in a table or in blocks of an instrument. */
export function startsWithWells(lines: readonly BlockLine[]): boolean {
  return findWellTables(lines).length > 0 || holdsBlocks(lines);
}

/** Tells whether all lines of a file together contain wells, in whatever form. */
export function holdsWells(lines: readonly BlockLine[]): boolean {
  return startsWithWells(lines) || findGrids(completePlates(lines)).length > 0;
}
