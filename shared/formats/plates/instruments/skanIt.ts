import { type BlockLine, type InstrumentReader, textAt } from "./wellBlock.ts";

const WAVELENGTH = /^Wavelength:\s*([1-9]\d*\s*nm)$/i;

/** Reads exports of Thermo SkanIt: the wavelength is several lines above the name of the plate and its grid. */
export const skanIt: InstrumentReader = {
  recognize: (text) => /^(?:\ufeff)?Measurement results\b.*\n.*\.skax\b/.test(text),
  blocks: () => [],
  labels: (lines) => new Map(lines.flatMap((line, at) => wavelengthAt(line, at))),
  labelsFollowTitles: true,
};

function wavelengthAt(line: BlockLine, at: number): [number, string][] {
  const [, wavelength] = WAVELENGTH.exec(textAt(line, 0)) ?? [];
  return wavelength === undefined ? [] : [[at, wavelength]];
}
