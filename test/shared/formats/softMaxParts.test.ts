import { describe, expect, test } from "vitest";
import { loadByPreview } from "../proposals/loadByPreview.ts";
import { useFolder } from "./ingesting.ts";

useFolder();

const NUMBERS = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));
const line = (...cells: (string | number)[]) => `${cells.join("\t")}\n`;
const GROUP =
  "Group: Unknowns\nSample\tWells\tValue\tR\tResult\tMeanResult\tSD\tCV\n01\tC3\t0.5\tR\t1\t1\t0\t0\n \tD3\t0.6\tR\t \t \t \t \n~End\n";

async function load(text: string) {
  const loaded = await loadByPreview(text, "export.txt");
  expect([loaded.preview.problems, loaded.preview.instrument]).toEqual([[], "SoftMax Pro"]);
  const at = (name: string) => loaded.names.indexOf(name);
  return (loaded.rows ?? []).map((row) =>
    ["read", "time", "well", "value"].flatMap((name) => (at(name) < 0 ? [] : [row[at(name)]])),
  );
}

describe("SoftMax Pro: a part of a plate", () => {
  test("an endpoint keeps each value in its well, above a group of samples", async () => {
    const blank = line("", "", ...Array<string>(13).fill(""));
    const row = (first: number) => line("", "", "", "", first, first + 0.5, ...Array<string>(9).fill(""));
    const text = `##BLOCKS= 2\nPlate:\tPlate1\t1.3\tPlateFormat\tEndpoint\tAbsorbance\tRaw\tFALSE\t1\t\t\t\t\t\t1\t450\t1\t12\t96\t1\t8\n${line("", "Temperature(°C)", ...NUMBERS(12))}${blank}${blank}${row(1)}${row(2)}${blank.repeat(4)}\n~End\n${GROUP}`;
    expect(await load(text)).toEqual([
      [null, "C3", 1],
      [null, "C4", 1.5],
      [null, "D3", 2],
      [null, "D4", 2.5],
    ]);
  });

  test("kinetics of two wavelengths on a plate of 6 wells have their times, and the reduced values are another read", async () => {
    const read = (time: string, first: number) =>
      line(time, 35, first, first + 1, first + 2, "", first + 10, first + 11, first + 12) +
      line("", "", first + 3, first + 4, first + 5, "", first + 13, first + 14, first + 15);
    const text = `##BLOCKS= 1\nPlate:\tPlate1\t1.3\tPlateFormat\tKinetic\tFluorescence\tFALSE\tRaw\tFALSE\t2\t90\t90\t\t\t\t2\t525 525\t1\t3\t6\t485 485\tAutomatic\t1\t2\n${line("", "Temperature(°C)", ...NUMBERS(3), "", ...NUMBERS(3))}${read("00:00:00", 0.5)}\n${read("00:01:30", 100.5)}\n${line("", "", ...NUMBERS(3))}${line("", "", 7, 8, 9)}${line("", "", 10, 11, 12)}~End\nOriginal Filename: run; Date Last Saved: 1/2/2024 3:04:05 PM\n`;
    const rows = await load(text);
    expect(rows).toHaveLength(24 + 6);
    expect(rows.slice(0, 4)).toEqual([
      ["525", 0, "A1", 0.5],
      ["525", 0, "A2", 1.5],
      ["525", 0, "A3", 2.5],
      ["525", 0, "B1", 3.5],
    ]);
    expect(rows.filter(([read]) => read === "525 (2)").map(([, time]) => time)).toEqual([
      ...Array(6).fill(0),
      ...Array(6).fill(90),
    ]);
    expect(rows.at(-1)).toEqual(["reduced", null, "B3", 12]);
    expect(rows.filter(([read]) => read === "525 (2)").at(-1)).toEqual(["525 (2)", 90, "B3", 115.5]);
  });

  test("spectra of the first columns are one read for each wavelength", async () => {
    const block = (wavelength: number) =>
      Array.from({ length: 8 }, (_, row) =>
        line(row === 0 ? wavelength : "", row === 0 ? 26.2 : "", wavelength + row, wavelength + row + 0.5),
      ).join("");
    const text = `##BLOCKS= 1\nPlate:\tPlate1\t1.3\tPlateFormat\tSpectrum\tAbsorbance\tRaw\tFALSE\t2\t\t\t520\t522\t2\t\t\t1\t2\t96\t1\t8\n${line("", "Temperature(°C)", ...NUMBERS(12))}${block(520)}\n${block(522)}\n~End\n`;
    const rows = await load(text);
    expect(rows).toHaveLength(32);
    expect(rows.slice(0, 3)).toEqual([
      ["520", "A1", 520],
      ["520", "A2", 520.5],
      ["520", "B1", 521],
    ]);
    expect(rows.at(-1)).toEqual(["522", "H2", 529.5]);
  });
});
