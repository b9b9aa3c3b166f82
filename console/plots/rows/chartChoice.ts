import { isLikeAnId } from "../../parts/likeAnId.ts";

/** Kinds of row chart, by their words. */
export const CHART_KINDS = {
  scatter: "points",
  histogram: "histogram",
  box: "boxes by group",
  plate: "plate",
} as const;
export type ChartKind = keyof typeof CHART_KINDS;

/** Scatter plot guides, by their words. */
export const GUIDES = { none: "none", diagonal: "equal values", front: "best in both" } as const;

/** Row column that is drawn. */
export interface ChartColumn {
  name: string;
  isNumber: boolean;
}

/** What a row chart shows. */
export interface ChartChoice {
  kind: ChartKind;
  x: string;
  /** Empty for a histogram. */
  y: string;
  /** Group column; empty for no groups. */
  by: string;
  guide: keyof typeof GUIDES;
}

/** Maximum number of rows that a chart of a table reads. */
export const MAX_ROWS_READ = 200_000;
const LIKE_A_GROUP = /batch|plate|round|group|experiment|run/i;
const LIKE_A_NAME = ["name", "variant", "mutations", "mutation", "mutant", "label", "well", "id"];

/** Numeric columns, with those that look like IDs last. */
export function valueColumns(columns: readonly ChartColumn[]): string[] {
  const names = columns.filter(({ isNumber }) => isNumber).map(({ name }) => name);
  return names.toSorted((one, other) => Number(isLikeAnId(one)) - Number(isLikeAnId(other)));
}

/** Columns that may group rows, with those named like a batch first. */
export function groupColumns(columns: readonly ChartColumn[]): string[] {
  const names = columns.map(({ name }) => name).filter((name) => !isSequence(name));
  const rank = (name: string) =>
    LIKE_A_GROUP.test(name) ? 0 : columns.some((column) => column.name === name && column.isNumber) ? 2 : 1;
  return names.toSorted((one, other) => rank(one) - rank(other));
}

/** Column with cells that name rows; undefined if there is none. */
export function nameColumn(columns: readonly ChartColumn[]): string | undefined {
  return LIKE_A_NAME.flatMap(
    (wanted) => columns.find(({ name }) => name.toLowerCase() === wanted)?.name ?? [],
  )[0];
}

/** Column with the well of each row, such as `A01`; undefined if there is none. */
export function wellColumn(columns: readonly ChartColumn[]): string | undefined {
  return columns.find(({ name, isNumber }) => !isNumber && /^wells?$/i.test(name))?.name;
}

/** Column with the role of each well, such as control; undefined if there is none. */
export function roleColumn(columns: readonly ChartColumn[]): string | undefined {
  return columns.find(
    ({ name, isNumber }) => !isNumber && /^(layout|role|control|well_type|sample_type)$/i.test(name),
  )?.name;
}

/** Kinds of chart that the columns allow. */
export function kindsOf(columns: readonly ChartColumn[]): Partial<Record<ChartKind, string>> {
  const { plate, ...others } = CHART_KINDS;
  return wellColumn(columns) === undefined ? others : { ...others, plate };
}

/** Column with the protein of each row; undefined if there is none. */
export function sequenceColumn(columns: readonly ChartColumn[]): string | undefined {
  return columns.find(({ name, isNumber }) => !isNumber && isSequence(name))?.name;
}

function isSequence(name: string): boolean {
  return name === "sequence" || name.endsWith("_sequence");
}

/** Reads the chart selection from a URL and proposes what the URL does not specify; null without a numeric column. */
export function readChoice(
  searchParams: URLSearchParams,
  columns: readonly ChartColumn[],
): ChartChoice | null {
  const values = valueColumns(columns);
  const groups = groupColumns(columns);
  const [first, second = first] = values;
  if (first === undefined || second === undefined) return null;
  const stated = (name: string, offered: readonly string[], usual: string) => {
    const asked = searchParams.get(name) ?? "";
    return offered.includes(asked) ? asked : usual;
  };
  const kind = stated(
    "chart",
    Object.keys(kindsOf(columns)),
    values.length > 1 ? "scatter" : "histogram",
  ) as ChartKind;
  const guide = stated("guide", Object.keys(GUIDES), "none") as ChartChoice["guide"];
  if (kind === "scatter") {
    const x = stated("x", values, first);
    const y = stated("y", values, values.find((name) => name !== x) ?? second);
    return { kind, x, y, by: stated("by", groups, ""), guide };
  }
  if (kind === "plate") return { kind, x: "", y: stated("y", values, first), by: "", guide };
  if (kind === "histogram") return { kind, x: stated("x", values, first), y: "", by: "", guide };
  return { kind, x: "", y: stated("y", values, first), by: stated("by", groups, groups[0] ?? ""), guide };
}

/** Distinct columns that a chart reads. Only points link to variant pages, and only points and wells have names. */
export function columnsRead(choice: ChartChoice, columns: readonly ChartColumn[]): string[] {
  const names: (string | undefined)[] = [choice.x, choice.y, choice.by];
  if (choice.kind === "scatter" || choice.kind === "plate") names.push(nameColumn(columns));
  if (choice.kind === "scatter") names.push(sequenceColumn(columns));
  if (choice.kind === "plate") names.push(wellColumn(columns), roleColumn(columns));
  return [...new Set(names.flatMap((name) => name || []))];
}
