import type { InstrumentReader } from "./wellBlock.ts";
import { wellReads } from "./wellReads.ts";

/** Name of the column with the names of the reads, or with the wavelengths of a spectrum. */
const NAME = /^(?:Well|Wavelength)$/i;

/** Reads exports of BioTek Gen5 with one column for each well and one line for each read or wavelength. */
export const gen5: InstrumentReader = {
  recognize: (text) =>
    /^\s*"?(?:Software Version|Experiment File Path:|Procedure (?:Summary|Details)|Actual Temperature:|Read \d+:|Kinetic read \d+ \()/m.test(
      text,
    ),
  title: (words) => words.replace(/^Read \d+:\s*/, "").replace(/\s*\bRead ?#\d+$/, ""),
  blocks: (lines) => lines.flatMap((_, at) => wellReads(lines, at, NAME)),
};
