import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { loadByPreview } from "../proposals/loadByPreview.ts";
import { useFolder } from "./ingesting.ts";

useFolder();

const column = ({ names, rows }: Awaited<ReturnType<typeof loadByPreview>>, name: string) =>
  rows?.map((row) => row[names.indexOf(name)]);

describe("BioLector", () => {
  const settings = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `[${String(at + 1).padStart(3, "0")}_k0, first] ${at / 8}\n`,
    ).join("");

  test("the first generation is a table of readings below its filters, with their comments", async () => {
    const text = `FILENAME;\\Results\\run.csv
PROTOCOL;run
FILE_VERSION;3.3;
MTP ROWS;6
FILTERSETS;2;REFERENCE_MODE;2;

FILTERSET;FILTERNAME;EX [nm];EM [nm];LAYOUT;GAIN
 1;Biomass;620;620;48MTP;10
 2;pH;470;525;48MTP;20

READING;WELLNUM;CONTENT;FILTERSET;TIME [h];AMPLITUDE;PHASE;COMMENTS
K;;;;0.051;;;Shaking ON;
R;;;1;0.052;159.5;0.0;reference
C1;A01;X1;1;0.061;37.25;0.0;
C1;A02;X2;1;0.062;38.5;0.0
C2;A01;X1;2;0.161;12.75;31.5;
`;
    const loaded = await loadByPreview(text, "run.csv");
    expect([loaded.preview.problems, loaded.preview.instrument]).toEqual([[], "m2p-labs BioLector"]);
    expect(column(loaded, "wellnum")).toEqual([null, null, "A01", "A02", "A01"]);
    expect(column(loaded, "amplitude")).toEqual([null, 159.5, 37.25, 38.5, 12.75]);
    expect(column(loaded, "comments")).toEqual(["Shaking ON", "reference", null, null, null]);
  });

  test("BioLector Pro is the table of its section data, below any number of settings", async () => {
    const header = "Type;Cycle;Well;Filterset;Time;Amp_1;Phase;Temp_up;User_Comment";
    const text = `=====process=====\n[process] 7\n[file_version_number] 0.0.0\n=====protocol=====\n====== main ======\n[name] run\n=====fluidics, other=====\n${settings(400)}\n=====data=====\n${header}\nC;0001;;;9;;;;COVER CLOSED;;\nM;0001;A01;01;17;3.25;0.5;30.1\nM;0001;A02;01;18;4.5;0.25;30.2;;\n\n=====end_process=====\n[end_date_time] 2020-01-01, 10:00:00\n`;
    const loaded = await loadByPreview(text, "run.csv");
    expect([loaded.preview.problems, loaded.preview.instrument]).toEqual([[], "m2p-labs BioLector"]);
    expect(loaded.names[0]).toBe("type");
    expect(column(loaded, "well")).toEqual([null, "A01", "A02"]);
    expect(column(loaded, "amp_1")).toEqual([null, 3.25, 4.5]);
    expect(loaded.preview.warnings.join(" ")).toContain("409 lines above line 410 are not read.");
  });

  test("a run without readings says so", async () => {
    const { preview } = await loadByPreview(
      "=====process=====\n[process] 7\n=====protocol=====\n[name] run\n",
      "run.csv",
    );
    expect(preview.problems).toEqual([
      "run.csv: the export of m2p-labs BioLector contains settings, but no measurements; export it again with its results.",
    ]);
  });
});

describe("Gen5", () => {
  test("wells over time are found above many times without values", async () => {
    const wells = [..."ABCD"].flatMap((letter) => [1, 2, 3, 4, 5, 6].map((number) => `${letter}${number}`));
    const rows = Array.from({ length: 20 }, (_, at) => {
      const values = wells.map((_, well) => (-at / 8 - well).toFixed(3));
      return `0:${String(at).padStart(2, "0")}:30\t30.0\t${values.join("\t")}\n`;
    });
    // The program also writes the times of reads that it skipped.
    const unread = "0:00:00\n".repeat(120);
    const text = `\n\nSoftware Version\t3.0.1\n\nExperiment File Path:\nProtocol File Path:\tDB:\\lab, one\\growth.prt\n\nProcedure Details\n\nStart Kinetic\tRuntime 1:00:00 (HH:MM:SS), Interval 0:01:00, 61 Reads\n    Shake\tFast, 0:20 (MM:SS)\n\tRead Speed: Normal,  Delay: 100 msec,  Measurements/Data Point: 8\nEnd Kinetic\n\n600\n\nTime\tT\u221e 600\t${wells.join("\t")}\n${rows.join("")}${unread}\n`;
    const loaded = await loadByPreview(text, "growth.txt");
    expect([loaded.preview.problems, loaded.preview.config?.arrangement]).toEqual([[], "PLATES"]);
    expect(loaded.rows).toHaveLength(24 * 20);
    expect(column(loaded, "time")?.slice(23, 25)).toEqual([30, 90]);
    expect(new Set(column(loaded, "read"))).toEqual(new Set(["600"]));
  });
});

describe("SkanIt", () => {
  const numbers = [3, 4, 5, 6];
  const grid = [
    ["Abs", ...numbers],
    ...[..."CDE"].map((letter, row) => [letter, ...numbers.map((at) => row + at / 16)]),
  ];
  const title = [
    ["Measurement results"],
    [" "],
    ["Absorbance 1"],
    ["Wavelength: 450 nm"],
    [" "],
    ["Plate 1"],
    [" "],
  ];
  const settings = [
    ["Session information"],
    [null],
    ["Session name", "assay 3"],
    ["Executed with", "SkanIt Software 7.0"],
    ["Measurement mode", "Absorbance"],
    ["Wavelength [nm]", 450],
  ];
  const book = (...sheets: [name: string, rows: (string | number | null)[][]][]) =>
    writeXlsx({ sheets: sheets.map(([name, rows]) => ({ name, rows })) });

  test("a part of a plate whose corner says Abs keeps each value in its well", async () => {
    const loaded = await loadByPreview(await book(["Absorbance 1_01", [...title, ...grid]]), "export.xlsx");
    expect(loaded.preview.config?.arrangement).toBe("PLATES");
    expect(column(loaded, "well")).toEqual(
      [..."CDE"].flatMap((letter) => numbers.map((at) => `${letter}${at}`)),
    );
    expect(column(loaded, "value")?.slice(0, 4)).toEqual([0.1875, 0.25, 0.3125, 0.375]);
  });

  test("a sheet with settings only is not loaded as a table", async () => {
    const { preview } = await loadByPreview(await book(["Session information", settings]), "export.xlsx");
    expect(preview.problems).toEqual([
      "export.xlsx: the export of Thermo SkanIt contains settings, but no measurements; export it again with its results.",
    ]);
  });

  test("measurements on another sheet are preferred to settings", async () => {
    const content = await book(["Session information", settings], ["Absorbance 1_01", [...title, ...grid]]);
    expect((await loadByPreview(content, "export.xlsx")).rows).toHaveLength(12);
  });
});

test.each([
  ["utf-8", (text: string) => Buffer.from(text)],
  ["utf-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
])("XML without a declaration is refused by its name (%s)", async (_, encode) => {
  const xml =
    '<Experiment>\n  <PlateSections>\n    <PlateSection Name="Plate 1">\n      <Barcode>n/a</Barcode>\n    </PlateSection>\n  </PlateSections>\n</Experiment>\n';
  const { preview } = await loadByPreview(encode(xml), "export.xml");
  expect([preview.config, preview.problems]).toEqual([
    null,
    ["export.xml: the file is XML, not CSV; save the data as CSV."],
  ]);
});
