import { describe, expect, test } from "vitest";
import { loadByPreview } from "../proposals/loadByPreview.ts";
import { useFolder } from "./ingesting.ts";

useFolder();

const line = (...cells: (string | number)[]) => `${cells.join("\t")}\n`;

describe("temperatures of a plate reader", () => {
  test.each([
    ["a column beside the times", "T° 600"],
    ["a column with a name that lost its sign", "T\u221e 600"],
    ["a column with a word", "Temp. [°C]"],
  ])("%s is the temperature of each well and time", async (_, name) => {
    const text = `Software Version\t3.1\n\n600\n\n${line("Time", name, "A1", "A2", "A3", "B1", "B2", "B3")}${line("0:00:30", 30.25, 1, 2, 3, 4, 5, 6)}${line("0:01:30", 30.5, 7, 8, 9, 10, 11, 12)}`;
    const { names, rows, preview } = await loadByPreview(text, "run.txt");
    expect(preview.problems).toEqual([]);
    expect(names).toEqual(["plate", "read", "time", "temperature", "well", "row", "column", "value"]);
    expect(rows?.map((row) => [row[2], row[3], row[4], row[7]])).toEqual(
      ["A1", "A2", "A3", "B1", "B2", "B3"]
        .flatMap((well, at) => [[30, 30.25, well, at + 1]])
        .concat(["A1", "A2", "A3", "B1", "B2", "B3"].map((well, at) => [90, 30.5, well, at + 7])),
    );
    expect(preview.columns.find((column) => column.name === "temperature")?.unit).toBe("°C");
  });

  test("SoftMax Pro writes it once for each read", async () => {
    const read = (time: string, temperature: number, first: number) =>
      line(time, temperature, first, first + 1, first + 2) + line("", "", first + 3, first + 4, first + 5);
    const text = `##BLOCKS= 1\nPlate:\tPlate1\t1.3\tPlateFormat\tKinetic\tAbsorbance\tRaw\tFALSE\t2\t90\t90\t1\t405\t1\t3\t6\t1\t2\n${line("", "Temperature(°C)", 1, 2, 3)}${read("00:00:00", 36.5, 1)}\n${read("00:01:30", 37, 11)}\n~End\n`;
    const { names, rows } = await loadByPreview(text, "run.txt");
    const at = names.indexOf("temperature");
    expect(rows?.map((row) => row[at])).toEqual([...Array(6).fill(36.5), ...Array(6).fill(37)]);
  });

  test("a plate without temperatures has no temperature column", async () => {
    const text = `600\n\n${line("Time", "A1", "A2", "A3")}${line("0:00:30", 1, 2, 3)}${line("0:01:30", 7, 8, 9)}`;
    expect((await loadByPreview(text, "run.txt")).names).not.toContain("temperature");
  });
});
