import { writeXlsx } from "hucre";

/** Instrument exports, rebuilt by hand, with the expected preview findings and load rows. */
export interface InstrumentFile {
  /** Name of the instrument or its software, as shown in a preview. */
  instrument: string;
  variant: string;
  /** Lines of cells. */
  cells: readonly (readonly string[])[];
  delimiter: "," | ";" | "\t" | "XLSX";
  /** Options in the proposed configuration. */
  options: Record<string, unknown>;
  /** Row count, and selected rows by index; columns are named as in the file. */
  count: number;
  rows: Record<number, Record<string, string | number | null>>;
}

const numbers = Array.from({ length: 12 }, (_, column) => String(column + 1));
const padded = numbers.map((number) => number.padStart(2, "0"));
const letters = [..."ABCDEFGH"];
/** Well value: 0.5 in A1, and 1/16 more in each subsequent well. */
const valueAt = (row: number, column: number, offset = 0) => offset + 0.5 + (row * 12 + column) / 16;
const valuesOf = (row: number, offset = 0) =>
  numbers.map((_, column) => String(valueAt(row, column, offset)));
const lettered = (offset = 0, behind: readonly string[] = []) =>
  letters.map((letter, row) => [letter, ...valuesOf(row, offset), ...behind]);
const wells = letters.flatMap((letter, row) =>
  numbers.map((number, column) => ({ well: `${letter}${number}`, value: valueAt(row, column) })),
);
const PLATES = { arrangement: "PLATES" };
/** Plate row. */
const well = (plate: string, read: string | null, name: string, value: number, time?: number) => ({
  plate,
  read,
  ...(time !== undefined && { time }),
  well: name,
  value,
});
/** List with one row per well, for one 96-well plate. */
const list = (names: readonly string[], cellsOf: (well: string, value: number) => string[]) => [
  [...names],
  ...wells.map((one) => cellsOf(one.well, one.value)),
];

const SOFTMAX_LINE = (name: string, kind: string, form: string) => [
  ..."Plate:|NAME|1.3|FORM|KIND|Absorbance|Raw|FALSE|1||||||1|450 |1|12|96|1|8"
    .split("|")
    .map((cell) => (cell === "NAME" ? name : cell === "KIND" ? kind : cell === "FORM" ? form : cell)),
];
const SOFTMAX_END = [["~End"], ["Original Filename: run 7; Date Last Saved: 12/3/2025 10:12:01 AM"]];

export const INSTRUMENT_FILES: readonly InstrumentFile[] = [
  {
    instrument: "SoftMax Pro",
    variant: "an endpoint in the form of a plate",
    cells: [
      ["##BLOCKS= 1"],
      SOFTMAX_LINE("Plate7", "Endpoint", "PlateFormat"),
      ["", "Temperature(°C)", ...numbers],
      ...letters.map((_, row) => ["", row === 0 ? "24.5" : "", ...valuesOf(row)]),
      [""],
      ...SOFTMAX_END,
    ],
    delimiter: "\t",
    options: PLATES,
    count: 96,
    rows: { 0: well("7", null, "A1", 0.5), 95: well("7", null, "H12", 6.4375) },
  },
  {
    instrument: "SoftMax Pro",
    variant: "a kinetic in the form of plates",
    cells: [
      ["##BLOCKS= 1"],
      SOFTMAX_LINE("Library", "Kinetic", "PlateFormat"),
      ["Time(hh:mm:ss)", "Temperature(°C)", ...numbers],
      ...letters.map((_, row) => [row === 0 ? "00:00:00" : "", row === 0 ? "24.5" : "", ...valuesOf(row)]),
      ["", "", ""],
      ...letters.map((_, row) => [row === 0 ? "00:01:30" : "", row === 0 ? "24.6" : "", ...valuesOf(row, 1)]),
      ["", "", ""],
      ...SOFTMAX_END,
    ],
    delimiter: "\t",
    options: PLATES,
    count: 192,
    rows: { 0: well("Library", null, "A1", 0.5, 0), 191: well("Library", null, "H12", 7.4375, 90) },
  },
  {
    instrument: "SoftMax Pro",
    variant: "a kinetic with a column per well",
    cells: [
      ["##BLOCKS= 1"],
      SOFTMAX_LINE("Plate1", "Kinetic", "TimeFormat"),
      ["Time(hh:mm:ss)", "Temperature(°C)", ...wells.map((one) => one.well)],
      ["00:00:00", "37.0", ...wells.map((one) => String(one.value))],
      ["00:00:45", "37.1", ...wells.map((one) => String(one.value + 1))],
      [""],
      ...SOFTMAX_END,
    ],
    delimiter: "\t",
    options: PLATES,
    count: 192,
    rows: { 0: well("1", null, "A1", 0.5, 0), 191: well("1", null, "H12", 7.4375, 45) },
  },
  {
    instrument: "PerkinElmer EnVision",
    variant: "a plate below its information",
    cells: [
      ["Plate information"],
      ["Plate", "Repeat", "Barcode", "Measured height", "Chamber temperature"],
      ["1", "1", "B-07", "14.2", "25.1"],
      [""],
      ["Results for Absorbance 450 - Plate 1"],
      ["", ...padded],
      ...lettered(),
      [""],
      ["Exported with EnVision Workstation version 1.14"],
    ],
    delimiter: ",",
    options: PLATES,
    count: 96,
    rows: {
      0: well("1", "Results for Absorbance 450 -", "A1", 0.5),
      95: well("1", "Results for Absorbance 450 -", "H12", 6.4375),
    },
  },
  {
    instrument: "PerkinElmer EnVision",
    variant: "two labels of two plates",
    cells: [
      ...["1", "2"].flatMap((plate, at) =>
        ["Donor", "Acceptor"].flatMap((label, channel) => [
          [`Plate ${plate}`],
          [label],
          ["", ...padded],
          ...lettered(10 * at + channel),
          [""],
        ]),
      ),
      ["EnVision Manager", "1.13"],
    ],
    delimiter: ";",
    options: { ...PLATES, delimiter: ";" },
    count: 384,
    rows: {
      0: well("1", "Donor", "A1", 0.5),
      96: well("1", "Acceptor", "A1", 1.5),
      383: well("2", "Acceptor", "H12", 17.4375),
    },
  },
  {
    instrument: "PerkinElmer EnVision",
    variant: "a list of wells",
    cells: [
      ["Instrument", "EnVision Multilabel Reader"],
      ["Protocol", "AlphaLISA"],
      [""],
      ...list(["Plate", "Well", "Sign", "Signal"], (name, value) => ["1", name, "", String(value)]),
    ],
    delimiter: ",",
    options: { header_row: 4 },
    count: 96,
    rows: { 0: { Well: "A1", Signal: 0.5 }, 95: { Well: "H12", Signal: 6.4375 } },
  },
  {
    instrument: "BioTek Gen5",
    variant: "a plate with two reads in each row",
    cells: [
      ["Software Version", "3.11.19"],
      ["Experiment File Path:", "C:\\Runs\\library 7.xpt"],
      [""],
      ["Plate Number", "Plate 7"],
      ["Results"],
      ["", ...numbers],
      ...letters.flatMap((letter, row) => [
        [letter, ...valuesOf(row), "450"],
        ["", ...valuesOf(row, 1), "600"],
      ]),
    ],
    delimiter: "\t",
    options: PLATES,
    count: 192,
    rows: {
      0: well("7", "Results 450", "A1", 0.5),
      96: well("7", "Results 600", "A1", 1.5),
    },
  },
  {
    instrument: "BioTek Gen5",
    variant: "a kinetic with a column per well",
    cells: [
      ["Software Version", "3.11.19"],
      ["Experiment File Path:", "C:\\Runs\\library 8.xpt"],
      [""],
      ["Plate Number", "Plate 1"],
      [""],
      ["450"],
      [""],
      ["Time", "T° 450", ...wells.map((one) => one.well)],
      ["0:00:00", "37.0", ...wells.map((one) => String(one.value))],
      ["0:10:00", "37.0", ...wells.map((one) => String(one.value + 2))],
      [""],
      ["Results"],
    ],
    delimiter: "\t",
    options: PLATES,
    count: 192,
    rows: { 0: well("1", "450", "A1", 0.5, 0), 191: well("1", "450", "H12", 8.4375, 600) },
  },
  {
    instrument: "BioTek Gen5",
    variant: "a workbook with a plate",
    cells: [
      ["Software Version", "3.14.03"],
      ["Experiment File Path:", "C:\\Runs\\library 9.xpt"],
      [""],
      ["Plate Number", "Plate 9"],
      [""],
      ["Absorbance 450"],
      ["", ...numbers],
      ...lettered(0, ["450"]),
    ],
    delimiter: "XLSX",
    options: PLATES,
    count: 96,
    rows: { 0: { well: "A1", value: 0.5 }, 95: { well: "H12", value: 6.4375 } },
  },
  {
    instrument: "Tecan Magellan",
    variant: "a plate with a corner",
    cells: [["Magellan 7.2"], ["Plate 3"], ["<>", ...numbers], ...lettered()],
    delimiter: "\t",
    options: PLATES,
    count: 96,
    rows: { 0: { plate: "3", well: "A1", value: 0.5 }, 95: { plate: "3", well: "H12", value: 6.4375 } },
  },
  {
    instrument: "Tecan Magellan",
    variant: "a list of wells with commas as decimals",
    cells: [
      ["Magellan 7.2"],
      [""],
      ...list(["Well positions", "Layout", "Raw data"], (name, value) => [
        name,
        `SM1_${name}`,
        String(value).replace(".", ","),
      ]),
    ],
    delimiter: ";",
    options: { delimiter: ";", decimal: ",", header_row: 3 },
    count: 96,
    rows: {
      0: { "Well positions": "A1", "Raw data": 0.5 },
      95: { "Well positions": "H12", "Raw data": 6.4375 },
    },
  },
  {
    instrument: "Tecan Magellan",
    variant: "a kinetic with a row per well",
    cells: [
      ["Magellan 7.2"],
      [""],
      ["Time [s]", "0", "60", "120"],
      ...wells.map(({ well: name, value }) => [name, ...[0, 1, 2].map((step) => String(value + step))]),
    ],
    delimiter: ",",
    options: PLATES,
    count: 288,
    rows: { 0: { well: "A1", time: 0, value: 0.5 }, 287: { well: "H12", time: 120, value: 8.4375 } },
  },
  {
    instrument: "Thermo SkanIt",
    variant: "plates of two wavelengths",
    cells: [
      ["SkanIt Software 6.1.1"],
      [""],
      ...["450 nm", "570 nm"].flatMap((read, at) => [
        ["Plate 1"],
        [read],
        ["Abs", ...numbers],
        ...lettered(at),
        [""],
      ]),
    ],
    delimiter: "\t",
    options: PLATES,
    count: 192,
    rows: { 0: { plate: "1", well: "A1", value: 0.5 }, 191: { plate: "1", well: "H12", value: 7.4375 } },
  },
  {
    instrument: "Thermo SkanIt",
    variant: "a list of wells",
    cells: [
      ["SkanIt Software 6.1.1"],
      ["Session", "Assay 7"],
      [""],
      ...list(["Plate", "Well", "Sample", "Abs 450"], (name, value) => [
        "1",
        name,
        `Un_${name}`,
        String(value),
      ]),
    ],
    delimiter: ",",
    options: { header_row: 4 },
    count: 96,
    rows: { 0: { Well: "A1", "Abs 450": 0.5 }, 95: { Well: "H12", "Abs 450": 6.4375 } },
  },
  {
    instrument: "Thermo SkanIt",
    variant: "a workbook with wells over time",
    cells: [
      ["SkanIt Software 6.1.1"],
      [""],
      ["Plate 1"],
      ["Time [s]", "A1", "A2", "A3"],
      ["0", "0.5", "0.625", "0.75"],
      ["30", "1.5", "1.625", "1.75"],
    ],
    delimiter: "XLSX",
    options: PLATES,
    count: 6,
    rows: { 0: well("1", null, "A1", 0.5, 0), 5: well("1", null, "A3", 1.75, 30) },
  },
  {
    instrument: "PerkinElmer Kaleido",
    variant: "a plate below its information",
    cells: [
      ["Kaleido 3.0"],
      ["Measurement Basic Information"],
      ["Barcode", "B-07"],
      [""],
      ["Results for Measurement 1"],
      ["", ...numbers],
      ...lettered(),
    ],
    delimiter: ",",
    options: PLATES,
    count: 96,
    rows: { 0: { well: "A1", value: 0.5 }, 95: { well: "H12", value: 6.4375 } },
  },
  {
    instrument: "PerkinElmer Kaleido",
    variant: "a list of wells",
    cells: [
      ["Exported with Kaleido 3.0"],
      [""],
      ...list(["Well", "Sample", "Fluorescence"], (name, value) => [name, `S-${name}`, String(value)]),
    ],
    delimiter: ",",
    options: { header_row: 3 },
    count: 96,
    rows: { 0: { Well: "A1", Fluorescence: 0.5 }, 95: { Well: "H12", Fluorescence: 6.4375 } },
  },
  {
    instrument: "PerkinElmer Kaleido",
    variant: "a layout below the plate",
    cells: [
      ["Kaleido 3.0"],
      [""],
      ["Plate 2"],
      ["", ...numbers],
      ...lettered(),
      [""],
      ["Sample layout"],
      ["", ...numbers],
      ...letters.map((letter) => [letter, ...numbers.map((number) => `variant ${letter}${number}`)]),
    ],
    delimiter: "\t",
    options: PLATES,
    count: 96,
    rows: { 95: { plate: "2", well: "H12", value: 6.4375, sample_layout: "variant H12" } },
  },
  {
    instrument: "QuantStudio 5",
    variant: "sections in brackets",
    cells: [
      ["* Block Type = 96well"],
      ["* Instrument Type = QuantStudio 5"],
      [""],
      ["[Sample Setup]"],
      ["Well", "Well Position", "Sample Name"],
      ["1", "A1", "S1"],
      [""],
      ["[Results]"],
      ["Well", "Well Position", "Sample Name", "CT", "Comments"],
      ["1", "A1", "S1", "18.5"],
      ["2", "A2", "S2", "20.25", "late"],
      [""],
      ["Analysis Type", "Singleplex"],
    ],
    delimiter: "\t",
    options: { header_row: 9, last_row: 11, short_rows: "FILL" },
    count: 2,
    rows: { 0: { "Well Position": "A1", CT: 18.5, Comments: null }, 1: { CT: 20.25, Comments: "late" } },
  },
  {
    instrument: "QuantStudio™ 7 Pro System",
    variant: "a table below comments",
    cells: [
      ["# File Name: run 7"],
      ["# Instrument Type: QuantStudio™ 7 Pro System"],
      ["# Block Type: 384-Well Block"],
      [""],
      ["Well", "Well Position", "Sample", "Cq"],
      ["1", "A1", "S1", "18.5"],
      ["2", "A2", "S2", "20.25"],
    ],
    delimiter: ",",
    options: { header_row: 5 },
    count: 2,
    rows: { 0: { "Well Position": "A1", Cq: 18.5 }, 1: { Cq: 20.25 } },
  },
  {
    instrument: "QuantStudio 3",
    variant: "a workbook with a table below its information",
    cells: [
      ["Block Type", "96-Well 0.2-mL Block"],
      ["Instrument Type", "QuantStudio 3"],
      ["Experiment Name", "library 7"],
      [""],
      ["Well", "Well Position", "Sample Name", "CT"],
      ["1", "A1", "S1", "18.5"],
      ["2", "A2", "S2", "20.25"],
      [""],
      ["Analysis Type", "Singleplex"],
    ],
    delimiter: "XLSX",
    options: { header_row: 5, last_row: 7 },
    count: 2,
    rows: { 0: { "Well Position": "A1", CT: 18.5 }, 1: { CT: 20.25 } },
  },
  ...(["Median", "Net MFI", "Result"] as const).map((wanted, at): InstrumentFile => {
    const section = (name: string, offset: number) => [
      ["DataType:", name],
      ["Location", "Sample", "IL-6", "TNF", "Total Events"],
      ["1(1,A1)", "S1", String(120.5 + offset), "33", "200"],
      ["2(1,B1)", "S2", String(98.25 + offset), "41"],
      [""],
    ];
    const delimiter = at === 1 ? ";" : ",";
    return {
      instrument: "Luminex xPONENT",
      variant: `sections with the wanted one called ${wanted}`,
      cells: [
        ["Program", "xPONENT"],
        ["Build", "4.2"],
        [""],
        ...section(wanted, 0),
        ...section("Count", 1_000),
        ...section("Avg Result", 2_000),
      ],
      delimiter,
      options: { header_row: 5, last_row: 7, short_rows: "FILL", ...(delimiter === ";" && { delimiter }) },
      count: 2,
      rows: { 0: { Sample: "S1", "IL-6": 120.5 }, 1: { Sample: "S2", "IL-6": 98.25, "Total Events": null } },
    };
  }),
];

/** Returns the content of a file as its program exports it. */
export async function instrumentContent({ cells, delimiter }: InstrumentFile): Promise<string | Uint8Array> {
  const quoted = (cell: string) => (cell.includes(delimiter) ? `"${cell}"` : cell);
  if (delimiter !== "XLSX") return `${cells.map((row) => row.map(quoted).join(delimiter)).join("\r\n")}\r\n`;
  const rows = cells.map((row) =>
    row.map((cell) => (cell === "" ? null : Number.isNaN(Number(cell)) ? cell : Number(cell))),
  );
  return writeXlsx({ sheets: [{ name: "Results", rows }] });
}

/** Name under which a file is imported. */
export const instrumentFileName = ({ delimiter }: InstrumentFile): string =>
  delimiter === "XLSX" ? "run.xlsx" : "run.txt";
