import { isLikeAnId } from "../../parts/likeAnId.ts";

/** Kinds of row chart, with their labels. */
export const CHART_KINDS = {
  scatter: "points",
  histogram: "histogram",
  box: "boxes by group",
  plate: "plate",
  epistasis: "epistasis",
  dose: "dose–response",
} as const;
export type ChartKind = keyof typeof CHART_KINDS;

/** Scatter plot guides, with their labels. */
export const GUIDES = { none: "none", diagonal: "equal values", front: "best in both" } as const;

/** Ways in which the mutations of a variant combine, with their labels. */
export const COMBINATIONS = { sum: "differences add up", product: "ratios multiply" } as const;

/** Column of the rows in a chart. */
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
  /** How mutations combine in a chart of epistasis; null to let the values determine it. */
  combination: keyof typeof COMBINATIONS | null;
}

/** Maximum number of rows that a chart of a table reads. */
export const MAX_ROWS_READ = 200_000;
const LIKE_A_GROUP = /batch|plate|round|group|experiment|run/i;
const LIKE_A_DOSE = /(^|_)(conc|concentration|dose|dosage|inhibitor|ligand|substrate|compound)(_|$)/i;
const LIKE_A_NAME = ["name", "variant", "mutations", "mutation", "mutant", "label", "well", "id"];

/** Numeric columns, with those that look like IDs last. */
export function valueColumns(columns: readonly ChartColumn[]): string[] {
  const names = columns.filter(({ isNumber }) => isNumber).map(({ name }) => name);
  return names.toSorted((a, b) => Number(isLikeAnId(a)) - Number(isLikeAnId(b)));
}

/** Columns that may group rows, with those named like a batch first. */
export function groupColumns(columns: readonly ChartColumn[]): string[] {
  const names = columns.map(({ name }) => name).filter((name) => !isSequence(name));
  const rank = (name: string) =>
    LIKE_A_GROUP.test(name) ? 0 : columns.some((column) => column.name === name && column.isNumber) ? 2 : 1;
  return names.toSorted((a, b) => rank(a) - rank(b));
}

/** Column with names for the rows; undefined if there is none. */
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

/** Column with the dose of each row, such as a concentration; undefined if there is none. */
export function doseColumn(columns: readonly ChartColumn[]): string | undefined {
  return columns.find(({ name, isNumber }) => isNumber && LIKE_A_DOSE.test(name))?.name;
}

/** Kinds of chart that the columns allow. */
export function kindsOf(columns: readonly ChartColumn[]): Partial<Record<ChartKind, string>> {
  const { plate, epistasis, dose, ...others } = CHART_KINDS;
  return {
    ...others,
    ...(wellColumn(columns) !== undefined && { plate }),
    ...(sequenceColumn(columns) !== undefined && { epistasis }),
    ...(doseColumn(columns) !== undefined && valueColumns(columns).length > 1 && { dose }),
  };
}

/** Column with the protein of each row; undefined if there is none. */
export function sequenceColumn(columns: readonly ChartColumn[]): string | undefined {
  return columns.find(({ name, isNumber }) => !isNumber && isSequence(name))?.name;
}

function isSequence(name: string): boolean {
  return name === "sequence" || name.endsWith("_sequence");
}

/** Reads the chart selection from a URL and proposes what the URL does not specify; null if none of the columns is numeric. */
export function readChoice(
  searchParams: URLSearchParams,
  columns: readonly ChartColumn[],
): ChartChoice | null {
  const values = valueColumns(columns);
  const groups = groupColumns(columns);
  const [first, second = first] = values;
  if (first === undefined || second === undefined) return null;
  const stated = (name: string, offered: readonly string[], usual: string) => {
    const requested = searchParams.get(name) ?? "";
    return offered.includes(requested) ? requested : usual;
  };
  const kind = stated(
    "chart",
    Object.keys(kindsOf(columns)),
    values.length > 1 ? "scatter" : "histogram",
  ) as ChartKind;
  const requestedCombination = stated("combine", Object.keys(COMBINATIONS), "");
  const combination =
    requestedCombination === "" ? null : (requestedCombination as keyof typeof COMBINATIONS);
  const guide = stated("guide", Object.keys(GUIDES), "none") as ChartChoice["guide"];
  if (kind === "scatter") {
    const x = stated("x", values, first);
    const y = stated("y", values, values.find((name) => name !== x) ?? second);
    return { kind, x, y, by: stated("by", groups, ""), guide, combination };
  }
  if (kind === "dose") {
    const x = stated("x", values, doseColumn(columns) ?? first);
    const y = stated("y", values, values.find((name) => name !== x) ?? second);
    const by = stated(
      "by",
      groups,
      nameColumn(columns) ?? groups.find((name) => name !== x && name !== y) ?? "",
    );
    return { kind, x, y, by, guide, combination };
  }
  const others = { guide, combination, by: "" };
  if (kind === "histogram") return { ...others, kind, x: stated("x", values, first), y: "" };
  const y = stated("y", values, first);
  if (kind === "box") return { ...others, kind, x: "", y, by: stated("by", groups, groups[0] ?? "") };
  return { ...others, kind, x: "", y };
}

/** Kinds of chart with marks that link to variant pages. */
const WITH_VARIANTS: ReadonlySet<ChartKind> = new Set(["scatter", "epistasis", "dose"]);

/** Distinct columns that a chart reads. Only some marks link to variant pages; only those marks and wells have names. */
export function columnsRead(choice: ChartChoice, columns: readonly ChartColumn[]): string[] {
  const names: (string | undefined)[] = [choice.x, choice.y, choice.by];
  const hasVariants = WITH_VARIANTS.has(choice.kind);
  if (hasVariants || choice.kind === "plate") names.push(nameColumn(columns));
  if (hasVariants) names.push(sequenceColumn(columns));
  if (choice.kind === "plate") names.push(wellColumn(columns), roleColumn(columns));
  return [...new Set(names.flatMap((name) => name || []))];
}
