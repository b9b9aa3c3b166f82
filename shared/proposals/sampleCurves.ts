import { formatCount } from "@pdp/basics/wording";
import { csvOfRows, curveTable, type Delimiter, type GridLine, linesOf } from "@pdp/formats/layouts";

import { likely } from "./decisions.ts";
import { MAX_SAMPLE_CELLS, type Sample, type SampleType } from "./sample.ts";

const LF = 10;

/** Reads the curves of a text file, such as sensorgrams, as one row per point. */
export function sampleCurves(
  bytes: Buffer,
  { delimiter, headerRow, decimal }: { delimiter: Delimiter; headerRow: number; decimal: "." | "," },
  { detected, options, isWhole }: Pick<Sample, "detected" | "options" | "isWhole">,
): Sample {
  const complete = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(LF) + 1);
  const lines = linesOf(complete, delimiter).filter(({ line }) => line >= headerRow);
  const sample = sampleOfPoints(lines, decimal);
  return {
    ...sample,
    format: delimiter === "\t" ? "TSV" : "CSV",
    detected: { ...detected, delimiter, decimal, header_row: headerRow },
    options: {
      ...options,
      ...(delimiter !== "," && delimiter !== "\t" && { delimiter }),
      ...(decimal === "," && { decimal }),
      ...(headerRow > 1 && { header_row: headerRow }),
      arrangement: "CURVES",
    },
    isWhole: isWhole && sample.isWhole,
  };
}

/** Reads the curves of a sheet as one row per point; its lines start with the header. */
export function sampleSheetCurves(
  lines: readonly GridLine[],
  { detected, options }: Pick<Sample, "detected" | "options">,
): Sample {
  const headerRow = lines[0]?.line ?? 1;
  return {
    ...sampleOfPoints(lines, "."),
    format: "XLSX",
    detected: { ...detected, header_row: headerRow },
    options: { ...options, ...(headerRow > 1 && { header_row: headerRow }), arrangement: "CURVES" },
  };
}

function sampleOfPoints(
  lines: readonly GridLine[],
  decimal: "." | ",",
): Omit<Sample, "format" | "detected" | "options"> {
  const width = lines[0]?.cells.length ?? 1;
  const part = lines.slice(0, Math.max(2, Math.floor(MAX_SAMPLE_CELLS / width)));
  const { header, table: curves, curves: pointsOf } = curveTable(part, decimal);
  const rows = [...pointsOf()].flat();
  const measured = curves.curves.filter(({ isFitted }) => !isFitted).length;
  const fitted = curves.curves.length - measured;
  const counted = `${formatCount(measured, "curve")}${fitted === 0 ? "" : ` and ${formatCount(fitted, "fitted curve")}`}`;
  return {
    decisions: [
      likely(
        "ROWS",
        `The columns are pairs of the times and responses of ${counted}: they are read as one row per point, with the cycle${curves.unit === null ? "" : ", the concentration"} and the name of its curve.`,
        ["Load the columns as they are (TABLE)"],
      ),
    ],
    header,
    cells: header.map((_, index) => rows.map((row) => row[index] ?? null)),
    rows: rows.length,
    lines: rows.map((_, index) => index + 1),
    types: header.map((name) => typeOf(name, curves.unit)),
    text: csvOfRows([header, ...rows]),
    isConverted: true,
    isWhole: part.length === lines.length,
  };
}

function typeOf(name: string, unit: string | null): SampleType {
  if (name === "cycle") return { type: { type: "INT64" } };
  if (name === "curve") return { type: { type: "STRING" }, kind: null };
  if (name === "fitted") return { type: { type: "BOOL" } };
  return { type: { type: "FLOAT64" }, ...(name === "concentration" && unit !== null && { unit }) };
}
