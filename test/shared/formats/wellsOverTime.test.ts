import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { loadByPreview } from "../proposals/loadByPreview.ts";
import { useFolder } from "./ingesting.ts";

useFolder();

const LETTERS = [..."ABCDEFGH"];
const COLUMNS = Array.from({ length: 12 }, (_, at) => at + 1);

/** Loads a file and returns each well as text: plate, read, time, well and value. */
async function wellsOf(content: string | Uint8Array, name = "export.txt") {
  const { rows, names, preview } = await loadByPreview(content, name);
  expect(preview.problems).toEqual([]);
  expect(preview.config?.arrangement).toBe("PLATES");
  const at = ["plate", "read", "time", "well", "value"].map((column) => names.indexOf(column));
  const wells = (rows ?? []).map((row) => at.map((index) => `${row[index] ?? ""}`).join(" | "));
  return { wells, preview, names };
}

describe("Victor", () => {
  const list = (repeats: number) =>
    Array.from({ length: repeats }, (_, repeat) =>
      LETTERS.flatMap((letter, row) =>
        COLUMNS.map((column) => {
          const second = String(repeat * 20 + row + 1).padStart(2, "0");
          const well = `${letter}${String(column).padStart(2, "0")}`;
          return `3\t${repeat + 1}\t${well}\tM\t00:01:${second}.50\t${row}.${column}\t00:02:${second}.25\t${repeat + 1}${column}`;
        }),
      ),
    ).flat();
  const header = "Plate\tRepeat\tWell\tType\tTime\tLuminescence (CPS)\tTime\tmCherry (Counts)";
  const plates = [
    "Plate\tRepeat\tEnd time\tStart temp.\tEnd temp.\tBarCode",
    "3\t1\t9:14:02 AM\t24.9\t25\tN/A",
    "",
    "Luminescence (CPS)",
    "12",
    "",
    ...LETTERS.map((_, row) => COLUMNS.map((column) => `${row}.${column}`).join("\t")),
    "",
    "Protocol description",
    "Protocol name ..................... growth",
    "Number of repeats ................. 2",
  ];
  const file = (repeats: number) => [header, ...list(repeats), ...plates].join("\n");

  test("each label of a list is a read with the times of its wells, and the plates below are not read again", async () => {
    const { wells, preview } = await wellsOf(file(2));
    expect(preview.instrument).toBe("PerkinElmer Victor");
    expect(wells).toHaveLength(2 * 2 * 96);
    expect(wells[0]).toBe("3 | Luminescence (CPS) | 61.5 | A1 | 0.1");
    expect(wells[96]).toBe("3 | Luminescence (CPS) | 81.5 | A1 | 0.1");
    expect(wells[192 + 13]).toBe("3 | mCherry (Counts) | 122.25 | B2 | 12");
  });

  test("each of several lists is read", async () => {
    const second = list(1).map((line) => line.replace(/^3/, "4"));
    const { wells } = await wellsOf([header, ...list(1), "", header, ...second, ...plates].join("\n"));
    expect(wells).toHaveLength(2 * 192);
    expect(new Set(wells.map((well) => well.split(" | ")[0]))).toEqual(new Set(["3", "4"]));
  });

  test("a list that was measured once has no times", async () => {
    const { wells, names } = await wellsOf(file(1));
    expect(names).not.toContain("time");
    expect(wells).toHaveLength(192);
  });
});

describe("texts beside wells over time", () => {
  const contentOf = async (text: string) => {
    const { rows, names, preview } = await loadByPreview(text, "export.txt");
    expect(preview.problems).toEqual([]);
    const [well, content] = ["well", "content"].map((name) => names.indexOf(name)) as [number, number];
    return new Set((rows ?? []).map((row) => `${row[well]} ${row[content]}`));
  };

  test("the layout of a Magellan list is the content of its wells", async () => {
    const wells = ["A1", "A2", "A3", "B1", "B2", "B3"];
    const text = [
      "Well positions\tLayout\tOD\t\t\t",
      "\t\t0s\t300s\t600s\t900s",
      ...wells.map((well, at) => `${well}\tSM${at}\t0.${at + 1}\t0.2\t0.3\t0.4`),
      "",
    ].join("\n");
    expect(await contentOf(text)).toEqual(new Set(wells.map((well, at) => `${well} SM${at}`)));
  });

  test("a column between wells and times is the content of the wells", async () => {
    const wells = ["A1", "A2", "A3", "B1", "B2", "B3"];
    const text = [
      "Well\tContent\tTime [s]\t0\t60\t120",
      ...wells.map((well, at) => `${well}\tSample X${at}\t\t0.${at + 1}\t0.2\t0.3`),
      "",
    ].join("\n");
    expect(await contentOf(text)).toEqual(new Set(wells.map((well, at) => `${well} Sample X${at}`)));
  });
});

describe("VICTOR Nivo", () => {
  const top = ["WELL RESULTS", "", "PROTOCOL NAME,growth", "", "Plate,4", ""];
  const wells = ["A1", "A2", "B1", "B2"];
  const bottom = ["PARAMETERS", "", "USER NAME,someone", "PLATE TYPE,General 96", "LID,none,,no,yes"];

  test("wells over time are named after the operation above them, and settings below are not rows", async () => {
    const block = (operation: string, offset: number) => [
      operation,
      "TEMPERATURE(Celsius),37.0",
      "",
      ",Cycle,1,2,3",
      ",Plate,4,4,4",
      "Well,Time(s),0.0,60.5,121.0",
      ...wells.map((well, at) => `${well},,${offset + at},${offset + at + 0.25},${offset + at + 0.5}`),
    ];
    const text = [
      ...top,
      ...block("2 OPERATION,ABS (F) - Kinetics", 1),
      ...block("3 OPERATION,FI (F) - Kinetics", 10),
      ...bottom,
    ];
    const { wells: loaded, preview } = await wellsOf(text.join("\n"));
    expect(preview.instrument).toBe("PerkinElmer VICTOR Nivo");
    expect(loaded).toHaveLength(24);
    expect(loaded[1]).toBe("1 | ABS (F) | 60.5 | A1 | 1.25");
    expect(loaded[12]).toBe("1 | FI (F) | 0 | A1 | 10");
  });

  test("wells that were measured once are a list", async () => {
    const text = [
      ...top,
      "2 OPERATION,LUM - Endpoint",
      "",
      ...wells.map((well, at) => `${well},${7.5 + at}`),
      ...bottom,
    ];
    const { wells: loaded } = await wellsOf(text.join("\n"));
    expect(loaded).toEqual(wells.map((well, at) => `1 | LUM |  | ${well} | ${7.5 + at}`));
  });
});

test("Magellan lists with a line of times below the labels are wells over time", async () => {
  const names = LETTERS.flatMap((letter) => COLUMNS.map((column) => `${letter}${column}`));
  const text = [
    "Well positions\tOD\t\tGFP\t",
    "\t0s\t300s\t5s\t305s",
    ...names.map((well, at) => `${well}\t${at}.1\t${at}.2\t${at}.3\t${at}.4`),
    "Date of measurement: 2024-03-05/Time of measurement: 10:11:12",
  ].join("\n");
  const { wells } = await wellsOf(text);
  expect(wells).toHaveLength(4 * 96);
  expect(wells[1]).toBe("1 | OD | 300 | A1 | 0.2");
  expect(wells[192]).toBe("1 | GFP | 5 | A1 | 0.3");
});

describe("Gen5", () => {
  const settings: (string | number | null)[][] = [
    ["Software Version", "3.14.03"],
    ["Experiment File Path:", "C:\\run.xpt"],
    ["Reader Type:", "Cytation5"],
    ...Array.from({ length: 240 }, (_, at) => [null, `Step ${at}`]),
    ["Results"],
    [null],
  ];

  test("wells as columns below more than a hundred rows of settings are found", async () => {
    const rows = [
      ...settings,
      [null, "Well", "A1", "A2", "B1", "B2"],
      [null, "OD700:700", 0.11, 0.12, 0.13, 0.14],
      [null, "RFP 45:585,615", 812, "OVRFLW", 640, 77],
    ];
    const content = await writeXlsx({ sheets: [{ name: "Plate 5 - Sheet1", rows }] });
    const { wells, preview } = await wellsOf(content, "export.xlsx");
    expect(preview.instrument).toBe("BioTek Gen5");
    expect(wells[0]).toBe("5 | OD700:700 |  | A1 | 0.11");
    expect(wells[5]).toBe("5 | RFP 45:585,615 |  | A2 | ");
    expect(wells).toHaveLength(8);
  });

  test("a workbook of settings and a table without wells is read as a table", async () => {
    const rows = [
      ...settings,
      ["Sample", "Mean", "SD"],
      ["blank", 0.04, 0.001],
      ["wild type", 0.81, 0.02],
      ["K33R", 0.42, 0.03],
    ];
    const content = await writeXlsx({ sheets: [{ name: "Statistics", rows }] });
    const { preview } = await loadByPreview(content, "export.xlsx");
    expect(preview.config?.arrangement).toBeUndefined();
  });

  test("grids of a kinetic measurement have the time in their title, and their labels are not part of the read", async () => {
    const grid = (read: number, clock: string) => [
      "YFP2:500,530",
      `Kinetic read ${read} (${clock})`,
      `\t${COLUMNS.join("\t")}`,
      ...LETTERS.map((letter, row) =>
        [
          letter,
          ...COLUMNS.map((column) => read * 1000 + row * 12 + column),
          `YFP2:500,530 Read#${read}`,
        ].join("\t"),
      ),
      "",
    ];
    const { wells } = await wellsOf([...grid(1, "0:00:30"), ...grid(2, "0:10:30")].join("\n"));
    expect(wells).toHaveLength(192);
    expect(wells[0]).toBe("1 | YFP2:500,530 | 30 | A1 | 1001");
    expect(wells[96]).toBe("1 | YFP2:500,530 | 630 | A1 | 2001");
  });

  test("an empty grid in place of a picture is not a read", async () => {
    const empty = [
      "Curves [405]",
      `\t${COLUMNS.join("\t")}`,
      ...LETTERS.map((letter) => `${letter}${"\t".repeat(12)}`),
      "",
    ];
    const filled = [
      "405",
      `\t${COLUMNS.join("\t")}`,
      ...LETTERS.map((letter, row) => [letter, ...COLUMNS.map((column) => row + column / 100)].join("\t")),
    ];
    const layout = [
      "Layout",
      `\t${COLUMNS.join("\t")}`,
      ...LETTERS.map((letter) => [letter, ...COLUMNS.map((column) => `S${column}`)].join("\t")),
      "",
    ];
    const { wells } = await wellsOf(["Software Version\t3.1", "", ...layout, ...empty, ...filled].join("\n"));
    expect(wells).toHaveLength(96);
    expect(wells[0]).toBe("1 | 405 |  | A1 | 0.01");
  });
});
