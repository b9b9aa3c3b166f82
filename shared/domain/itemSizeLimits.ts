import type { Column } from "@pdp/basics/columns";
import { conflict, type DomainError, invalidField } from "@pdp/basics/errors";
import type { ViewReads } from "./viewReads.ts";

/*
 * An item of DynamoDB has at most 409,600 bytes (a fixed quota), and the columns are most of it. Columns are counted as
 * JSON, which is what the store keeps of large lists; users can verify the numbers in the messages below.
 */

/** Maximum size of a table's columns, or of a view's columns and query, in bytes. The description may add 40,000 bytes. */
export const MAX_TABLE_BYTES = 350_000;
/**
 * Maximum size of the columns and references of all tables of a load, in bytes. Each error and warning of the load may add up
 * to `MAX_SENTENCE_BYTES`.
 */
export const MAX_LOAD_BYTES = 300_000;
const MAX_SENTENCE_BYTES = 40_000;
/**
 * Maximum size of the columns of all tables in one commit, in bytes. The transaction, limited to 4 MiB, also contains
 * descriptions and a load.
 */
export const MAX_COMMIT_BYTES = 2_880_000;

const WHOLE_NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Raises a 422 if a table or a view is too large to be stored. */
export function requireTableFits({
  columns,
  query,
  reads = {},
}: {
  columns: Column[];
  query?: string;
  reads?: ViewReads;
}): void {
  const bytes = jsonBytes(columns) + (query === undefined ? 0 : jsonBytes(query) + jsonBytes(reads));
  if (bytes <= MAX_TABLE_BYTES) return;
  if (query === undefined) {
    const advice = "shorten the column descriptions, or split the table";
    throw invalidField(
      ["body", "columns"],
      `The columns have ${sizeReason(bytes, MAX_TABLE_BYTES)}: ${advice}`,
    );
  }
  throw invalidField(
    ["body", "query"],
    `The query and the columns of the view have ${sizeReason(bytes, MAX_TABLE_BYTES)}: shorten the query, or select fewer columns`,
  );
}

/** Raises a 409 if the columns of a load would make its table too large to be stored. */
export function requireExtendedFits(columns: Column[], table: string): void {
  const bytes = jsonBytes(columns);
  if (bytes <= MAX_TABLE_BYTES) return;
  throw columnsTooLarge(
    `With its new columns, the column definitions of table "${table}" would have ${sizeReason(bytes, MAX_TABLE_BYTES)}: shorten the column descriptions, or put the new columns in another table.`,
  );
}

/** Returns whether the columns of a table can be stored. */
export function columnsFit(columns: Column[]): boolean {
  return jsonBytes(columns) <= MAX_TABLE_BYTES;
}

/**
 * Raises a 422 at `loc` if the tables of a load are too large. Their size includes their rules and the sequences named in the
 * rules.
 */
export function requireLoadFits(
  tables: Record<string, { columns: Column[] }>,
  loc: (string | number)[],
): void {
  const problem = loadTooLarge(tables);
  if (problem !== null) throw invalidField(loc, problem);
}

function loadTooLarge(tables: Record<string, { columns: Column[] }>): string | null {
  const bytes = jsonBytes(tables);
  if (bytes <= MAX_LOAD_BYTES) return null;
  return `The columns and references of the load's tables have ${sizeReason(bytes, MAX_LOAD_BYTES)}: shorten the column descriptions, or move some of the tables to another load`;
}

/** Raises a 409 if the tables of a load, bound to the existing tables, are too large to be stored. */
export function requireBoundFit(tables: Record<string, { columns: Column[] }>): void {
  const problem = loadTooLarge(tables);
  if (problem !== null) throw columnsTooLarge(`${problem}.`);
}

/** Raises a 409 if the columns of the tables are too large for one commit. */
export function requireCommitFits(tables: readonly { columns: Column[] }[]): void {
  const bytes = tables.reduce((sum, { columns }) => sum + jsonBytes(columns), 0);
  if (bytes <= MAX_COMMIT_BYTES) return;
  throw columnsTooLarge(
    `The column definitions of the load's tables have ${sizeReason(bytes, MAX_COMMIT_BYTES)}: move some of the tables to another load.`,
  );
}

/**
 * Returns the first sentences, up to the number that fits in a load's record; a final sentence reports that others were
 * omitted.
 */
export function fitSentences(sentences: readonly string[]): string[] {
  const fitting: string[] = [];
  let bytes = 0;
  for (const sentence of sentences) {
    bytes += jsonBytes(sentence) + 1;
    if (bytes > MAX_SENTENCE_BYTES) return [...fitting, "… and more; the list was truncated."];
    fitting.push(sentence);
  }
  return fitting;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function sizeReason(bytes: number, maxBytes: number): string {
  return `${WHOLE_NUMBER.format(bytes)} bytes as JSON, but at most ${WHOLE_NUMBER.format(maxBytes)} can be stored`;
}

function columnsTooLarge(message: string): DomainError {
  return conflict("columns_too_large", message);
}
