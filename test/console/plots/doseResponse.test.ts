import { compileFunction } from "node:vm";
import { type DoseFit, fitDoseResponse, responseAt } from "@pdp/science/doseResponse";
import { expect, test } from "vitest";
import { bundleConsole } from "#build/console/bundleConsole.ts";
import { doseSeries } from "#console/plots/dose/doseSeries.ts";
import { fitsCsv } from "#console/plots/dose/fitsCsv.ts";
import { compareFits, fitWords } from "#console/plots/dose/fitWords.ts";
import { type ChartChoice, columnsRead, kindsOf, readChoice } from "#console/plots/rows/chartChoice.ts";
import { doseOfRows } from "#console/plots/rows/doseOfRows.ts";
import type { FitMessage, FitRequest } from "#console/worker/fitMessages.ts";

const COLUMNS = [
  { name: "activity", isNumber: true, isDate: false },
  { name: "variant", isNumber: false, isDate: false },
  { name: "sequence", isNumber: false, isDate: false },
  { name: "inhibitor_conc_um", isNumber: true, isDate: false },
];
const CURVE = { ec50: 2, slope: 1, atZero: 100, atHigh: 0, squares: 0 };
const DOSES = [0, 0.1, 0.3, 1, 3, 10, 30, 100];

const fitted = (ec50: number): DoseFit => ({
  state: "DETERMINED",
  curve: { ...CURVE, ec50 },
  low: ec50 / 2,
  high: 2 * ec50,
});

test("a table with a concentration column offers dose–response curves for each variant", () => {
  expect(kindsOf(COLUMNS)).toHaveProperty("dose");
  expect(kindsOf(COLUMNS)).toHaveProperty("epistasis");
  expect(kindsOf(COLUMNS.slice(0, 2))).toEqual({
    scatter: "points",
    histogram: "histogram",
    box: "boxes by group",
  });
  const choice = readChoice(new URLSearchParams("chart=dose"), COLUMNS) as ChartChoice;
  expect(choice).toMatchObject({ x: "inhibitor_conc_um", y: "activity", by: "variant" });
  expect(columnsRead(choice, COLUMNS)).toEqual(["inhibitor_conc_um", "activity", "variant", "sequence"]);
});

test("rows are grouped into responses by variant, and unusable rows are counted", () => {
  const cells = [
    [90, "WT", "MKT", 0],
    [50, "WT", "MKT", 2n],
    [80, "K2A", null, 1],
    [null, "K2A", null, 3],
    [10, "WT", "MKT", -1],
    [7, null, "MAT", 1],
  ];
  const rows = {
    ...{ count: cells.length, columns: COLUMNS },
    valueAt: (row: number, column: number) => cells[row]?.[column],
  };
  expect(doseOfRows(rows, { x: "inhibitor_conc_um", y: "activity", by: "variant" })).toEqual({
    series: [
      {
        name: "WT",
        sequence: "MKT",
        values: [
          { dose: 0, response: 90 },
          { dose: 2, response: 50 },
        ],
      },
      { name: "K2A", sequence: null, values: [{ dose: 1, response: 80 }] },
      { name: "(missing)", sequence: "MAT", values: [{ dose: 1, response: 7 }] },
    ],
    note: "2 rows without a dose or response are omitted.",
  });
});

test("the number of fits is limited, and the note says so", () => {
  const many = Array.from({ length: 200 }, (_, at) => ({
    ...{ name: `v${at}`, sequence: null, dose: 1, response: 1 },
  }));
  const { series, note } = doseSeries(many);
  expect([series.length, note]).toEqual([192, "The first 192 of 200 variants are fitted."]);
  const repeated = Array.from({ length: 600 }, () => ({ name: "v", sequence: null, dose: 1, response: 1 }));
  expect(doseSeries(repeated).series[0]?.values).toHaveLength(500);
});

test("a fit is described by its EC50 and interval, by its limit, or by the reason that there is none", () => {
  const above: DoseFit = { state: "BOUNDED", curve: CURVE, low: 85, high: null };
  const below: DoseFit = { state: "BOUNDED", curve: CURVE, low: null, high: 0.02 };
  const none: DoseFit = { state: "UNFITTED", reason: "NO_RESPONSE" };
  const fits = [none, above, fitted(2), below];
  expect(fits.map(fitWords)).toEqual([
    "no significant response",
    "EC50 above 85",
    "EC50 2 (1 to 4)",
    "EC50 below 0.02",
  ]);
  expect(fits.toSorted(compareFits)).toEqual([below, fitted(2), above, none]);
});

test("fits are saved as CSV with their interval, their status and the number of responses", () => {
  const fits: DoseFit[] = [
    fitted(2),
    { state: "BOUNDED", curve: CURVE, low: 85, high: null },
    { state: "BOUNDED", curve: CURVE, low: null, high: 0.02 },
    { state: "UNFITTED", reason: "NO_RESPONSE" },
  ];
  const values = DOSES.map((dose) => ({ dose, response: 1 }));
  const series = fits.map((fit, at) => ({ name: `v,${at}`, sequence: at === 0 ? "MKT" : null, values, fit }));
  expect(fitsCsv(series).split("\n")).toEqual([
    "variant,sequence,ec50,ec50_low,ec50_high,status,slope,at_dose_0,at_high_doses,responses",
    '"v,0",MKT,2,1,4,determined,1,100,0,8',
    '"v,1",,,85,,above the lower limit,,,,8',
    '"v,2",,,,0.02,below the upper limit,,,,8',
    '"v,3",,,,,no significant response,,,,8',
    "",
  ]);
});

test("a saved name that a spreadsheet would run as a formula is saved as text", () => {
  const fit: DoseFit = { state: "BOUNDED", curve: CURVE, low: -2, high: null };
  const [, line] = fitsCsv([{ name: "=1+1", sequence: "-MKT", values: [], fit }]).split("\n");
  // Numbers stay numbers.
  expect(line).toBe("'=1+1,'-MKT,,-2,,above the lower limit,,,,0");
});

test("the worker in the browser returns the same fits as the library, one variant at a time", async () => {
  const { files, scripts } = await bundleConsole();
  const [path = ""] = scripts.get("console/worker/fitWorker.ts") ?? [];
  const answers: FitMessage[] = [];
  let listen: (event: { data: FitRequest }) => void = () => undefined;
  const self = {
    addEventListener: (_: string, listener: typeof listen) => {
      listen = listener;
    },
    postMessage: (message: FitMessage) => answers.push(message),
  };
  compileFunction(new TextDecoder().decode(files.get(path)?.body), ["self"])(self);
  const values = DOSES.map((dose, at) => ({ dose, response: responseAt(CURVE, dose) + (at % 3) }));
  listen({ data: { series: [values, values.slice(0, 3)] } });
  expect(answers).toEqual([
    { index: 0, fit: fitDoseResponse(values) },
    { index: 1, fit: { state: "UNFITTED", reason: "FEW_DOSES" } },
  ]);
  expect(answers[0]?.fit.state).toBe("DETERMINED");
});
