import { proteinSql } from "#client/requests/proteinColumns.ts";
import { quoteName, quoteReference, quoteText } from "#client/requests/sqlNames.ts";
import type { Workspace } from "#client/workspace.ts";
import { isLikeAnId } from "../../parts/likeAnId.ts";
import { numericColumns } from "../columnChoices.ts";
import type { ProteinTable } from "../proteinTables.ts";
import { inGroups } from "./inGroups.ts";

/** Values of one variant in one column of a table. Each replicate is a row. */
export interface Measurement {
  table: string;
  column: string;
  /** Mean of all rows with a value. */
  mean: number;
  /** Sample standard deviation; null for one row. */
  sd: number | null;
  rows: number;
  /** Values of the first rows. */
  values: readonly number[];
}

export interface Measurements {
  measurements: Measurement[];
  /** Number of tables with sequences and numbers, and how many of them were searched. */
  tables: number;
  searched: number;
}

/** Maximum number of tables to search, and maximum number of values to list per table. */
const MAX_TABLES = 40;
const MAX_VALUES = 12;

/** Reads the values of a variant in every table with sequences. Skips views, because they repeat table rows. */
export async function readMeasurements(
  workspace: Workspace,
  tables: readonly ProteinTable[],
  sequence: string,
): Promise<Measurements> {
  const measured = tables.filter(
    (table) => table.kind === "TABLE" && table.proteins.length > 0 && measuredColumns(table).length > 0,
  );
  const searched = measured.slice(0, MAX_TABLES);
  const present = (await inGroups(searched, (table) => readFigures(workspace, table, sequence))).flat();
  const measurements = await inGroups(present, async ({ rowsOf, ...figures }) => ({
    ...figures,
    values: await readValues(workspace, figures.column, rowsOf),
  }));
  return { measurements, tables: measured.length, searched: searched.length };
}

function measuredColumns(table: ProteinTable): string[] {
  return numericColumns(table).filter((name) => !isLikeAnId(name));
}

/** Figures of one column, and the SQL clauses that select the rows of the variant. */
type Figures = Omit<Measurement, "values"> & { rowsOf: string };

async function readFigures(workspace: Workspace, table: ProteinTable, sequence: string): Promise<Figures[]> {
  const columns = measuredColumns(table);
  const isVariant = table.proteins.map((columns) => `${proteinSql(columns)} = ${quoteText(sequence)}`);
  const rowsOf = `FROM ${quoteReference(table.reference)} WHERE (${isVariant.join(" OR ")})`;
  const figures = columns.flatMap((name, index) => {
    const value = `CAST(${quoteName(name)} AS DOUBLE)`;
    return [
      `avg(${value}) AS m${index}`,
      `stddev_samp(${value}) AS s${index}`,
      `count(${value}) AS n${index}`,
    ];
  });
  const counted = await workspace.query<Record<string, number | bigint | null>>(
    `SELECT ${figures.join(", ")} ${rowsOf}`,
  );
  const [row = {}] = await counted.rows();
  return columns.flatMap((column, index) => {
    const [mean, sd, rows] = [row[`m${index}`], row[`s${index}`], Number(row[`n${index}`] ?? 0)];
    if (mean == null || rows === 0) return [];
    const deviation = sd == null ? null : Number(sd);
    return [{ table: table.reference, column, mean: Number(mean), sd: deviation, rows, rowsOf }];
  });
}

/** Reads the values of the first rows of a variant. */
async function readValues(workspace: Workspace, column: string, rowsOf: string): Promise<number[]> {
  const name = quoteName(column);
  const result = await workspace.query<{ value: number }>(
    `SELECT CAST(${name} AS DOUBLE) AS value ${rowsOf} AND ${name} IS NOT NULL LIMIT ${MAX_VALUES}`,
  );
  return (await result.rows()).map(({ value }) => value);
}
