import { nameKey } from "@pdp/basics/columns";
import type { TableConfig } from "#client/importFiles.ts";
import type { components } from "#client/schema.ts";

type PreviewColumn = components["schemas"]["FilePreview"]["columns"][number];
type Proposal = PreviewColumn["proposals"][number];
type Column = TableConfig["columns"][number];

/** Replaces the columns derived so far from a file column with those of a proposal. */
export function applyProposal(config: TableConfig, source: string, { columns }: Proposal): TableConfig {
  const at = config.columns.findIndex((column) => isOf(column, source));
  const others = (from: number, to?: number) =>
    config.columns.slice(from, to).filter((column) => !isOf(column, source));
  const before = at < 0 ? others(0) : others(0, at);
  const after = at < 0 ? [] : others(at);
  return { ...config, columns: [...before, ...(columns as Column[]), ...after] };
}

/** Returns whether a configuration reads a file column according to a proposal. */
export function isApplied(config: TableConfig, source: string, { columns }: Proposal): boolean {
  const sourceColumns = config.columns.filter((column) => isOf(column, source));
  return (
    sourceColumns.length === columns.length &&
    sourceColumns.every((column, index) => readingOf(column) === readingOf(columns[index]))
  );
}

function readingOf(column: Pick<Column, "type" | "notations" | "part"> | undefined): string {
  return [column?.type, column?.part ?? "VALUE", ...(column?.notations ?? []).toSorted()].join(" ");
}

/** Returns whether a column in a configuration comes from a file column. */
export function isOf({ name, source_name }: Pick<Column, "name" | "source_name">, source: string): boolean {
  return nameKey(source_name ?? name) === nameKey(source);
}

/** Cell that is corrected, or that causes its row to be excluded. */
export interface Cell {
  line: number;
  column: string;
  value: string;
}

/** Adds a cell correction, replacing any earlier one. */
export function withCorrection(config: TableConfig, cell: Cell, value: string, reason: string): TableConfig {
  const { line, column, value: was } = cell;
  const others = (config.corrections ?? []).filter(
    (correction) => correction.line !== line || correction.column !== column,
  );
  const read = value.trim() === "" ? null : value;
  // A long cell is truncated here, so its complete value is unknown.
  const correction = { line, column, ...(!was.endsWith("…") && { was }), value: read, reason };
  return { ...config, corrections: [...others, correction] };
}

/** Adds a row exclusion. */
export function withExclusion(config: TableConfig, line: number, reason: string): TableConfig {
  return { ...config, exclusions: [...(config.exclusions ?? []), { line, reason }] };
}

/** Describes a correction or an exclusion, without its reason. */
export function correctionWords({
  line,
  column,
  was,
  value,
}: NonNullable<TableConfig["corrections"]>[number]): string {
  const from = was == null ? "" : ` from “${was}”`;
  return `Line ${line}, ${column}: corrected${from} to ${value === null ? "an empty cell" : `“${value}”`}`;
}

export function exclusionWords(exclusion: NonNullable<TableConfig["exclusions"]>[number]): string {
  const { line, last_line: last, column, value } = exclusion;
  if (line == null) return `Rows with “${value}” in ${column} are not loaded`;
  return last == null || last === line
    ? `Line ${line} is not loaded`
    : `Lines ${line} to ${last} are not loaded`;
}
