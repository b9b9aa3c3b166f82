import { controlOf, isSampleColumn } from "@pdp/basics/proteins";
import {
  type NormalizedInput,
  type NormalizedView,
  normalizableColumns,
  normalizedView,
} from "#shared/domain/columns/normalizedView.ts";
import { quoteName, quoteReference } from "./requests/sqlNames.ts";
import type { components } from "./schema.ts";
import type { Workspace } from "./workspace.ts";

type Table = Pick<components["schemas"]["Table"], "reference" | "columns">;

/** Column of samples, and the most frequent names of its wild type and its blanks; null if no row has one. */
export interface NamedControls {
  column: string;
  wildType: string | null;
  blank: string | null;
}

const MAX_COLUMNS = 4;
const MAX_NAMES = 1_000;
/** Columns of numbers that describe a well instead of measuring it. */
const DESCRIBES =
  /^(?:row|column|time|temperature|cycle|replicate)$|^(?!.*respon).*(?:conc(?!il|or|lu|ep)|dose|dilution|volume)/i;

/** Finds the rows of a table that are controls by the names of their samples; null if there are none. */
export async function findControls(
  workspace: Workspace,
  { reference, columns }: Table,
): Promise<NamedControls | null> {
  const samples = columns.filter(({ name, type }) => type === "STRING" && isSampleColumn(name));
  for (const { name } of samples.slice(0, MAX_COLUMNS)) {
    const cell = quoteName(name);
    const result = await workspace.query<{ name: string }>(
      `SELECT ${cell} AS name FROM ${quoteReference(reference)} WHERE ${cell} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MAX_NAMES}`,
    );
    const names = (await result.rows()).map((row) => row.name);
    const first = (control: string) => names.find((candidate) => controlOf(candidate) === control) ?? null;
    const [wildType, blank] = [first("WILD_TYPE"), first("BLANK")];
    if (wildType !== null || blank !== null) return { column: name, wildType, blank };
  }
  return null;
}

/** Tells whether a column of numbers describes wells, such as their column or a dose, instead of measuring them. */
export function describesWells(column: string): boolean {
  return DESCRIBES.test(column);
}

/** Returns the column with the measurements of a table, judging by names and types; undefined if there is none. */
export function measuredColumn(columns: Table["columns"]): string | undefined {
  const values = normalizableColumns(columns).values.filter((name) => !describesWells(name));
  const isDecimal = (name: string) =>
    columns.some((column) => column.name === name && column.type === "FLOAT64");
  return values.find((name) => name === "value") ?? values.find(isDecimal) ?? values[0];
}

/** Returns the views that controls allow: values without their blanks, and compared with the wild type of the same plate. */
export function controlViews({ reference, columns }: Table, controls: NamedControls): NormalizedView[] {
  const value = measuredColumn(columns);
  if (value === undefined) return [];
  const { column, wildType, blank } = controls;
  const { plate } = normalizableColumns(columns);
  const view = (method: NormalizedInput["method"], control: string, positive: string | null = null) =>
    normalizedView({
      table: reference,
      columns,
      value,
      plate,
      control: { column, value: control },
      method,
      positive,
    });
  return [
    ...(blank === null ? [] : [view("DIFFERENCE", blank)]),
    ...(wildType === null ? [] : [view("RATIO", wildType)]),
    ...(blank === null || wildType === null ? [] : [view("PERCENT_OF_CONTROL", blank, wildType)]),
  ];
}
