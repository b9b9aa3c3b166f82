import type { Column } from "./column.ts";
import { conflict, type DomainError, invalidField } from "./errors.ts";

/*
 * A record has room for 409,600 bytes, which nobody can raise, and the columns are most of it. They are counted as JSON,
 * which is always more than the database counts: the sentences below can be checked by whoever reads them.
 */

/** Of a table's columns, or of a view's columns and its query: its description may have 40,000 more. */
export const MAX_TABLE_BYTES = 350_000;
/** Of the columns of all tables of a load: its errors and warnings have `MAX_SENTENCE_BYTES` each. */
export const MAX_LOAD_BYTES = 300_000;
const MAX_SENTENCE_BYTES = 40_000;
/** Of the columns of all tables that one commit writes, in a transaction of 4 MiB with their descriptions and a load. */
export const MAX_COMMIT_BYTES = 2_880_000;

const WHOLE_NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** 422 where a table or a view is too large to be stored. */
export function requireTableFits({ columns, query }: { columns: Column[]; query?: string }): void {
  const bytes = jsonBytes(columns) + (query === undefined ? 0 : jsonBytes(query));
  if (bytes <= MAX_TABLE_BYTES) return;
  if (query === undefined) {
    const advice = "shorten the descriptions of the columns, or split the table";
    throw invalidField(["body", "columns"], `The columns have ${tooMany(bytes, MAX_TABLE_BYTES)}: ${advice}`);
  }
  throw invalidField(
    ["body", "query"],
    `The query and the columns of the view have ${tooMany(bytes, MAX_TABLE_BYTES)}: shorten the query, or select fewer columns`,
  );
}

/** 409 where the columns that a load brings would make its table too large to be stored. */
export function requireExtendedFits(columns: Column[], table: string): void {
  const bytes = jsonBytes(columns);
  if (bytes <= MAX_TABLE_BYTES) return;
  throw tooLarge(
    `With its new columns the table "${table}" would have columns of ${tooMany(bytes, MAX_TABLE_BYTES)}: shorten the descriptions of the columns, or bring the new ones into another table.`,
  );
}

/** What is too large about the tables of a load, or null. */
export function loadTooLarge(tables: Record<string, { columns: Column[] }>): string | null {
  const bytes = jsonBytes(tables);
  if (bytes <= MAX_LOAD_BYTES) return null;
  return `The columns of the load's tables have ${tooMany(bytes, MAX_LOAD_BYTES)}: shorten the descriptions of the columns, or bring some of the tables in another load`;
}

/** 409 where the load's tables cannot be stored as they are bound to the tables that are there. */
export function requireBoundFit(tables: Record<string, { columns: Column[] }>): void {
  const problem = loadTooLarge(tables);
  if (problem !== null) throw tooLarge(`${problem}.`);
}

/** 409 where tables cannot be written at once, because their columns are too large together. */
export function requireCommitFits(tables: readonly { columns: Column[] }[]): void {
  const bytes = tables.reduce((sum, { columns }) => sum + jsonBytes(columns), 0);
  if (bytes <= MAX_COMMIT_BYTES) return;
  throw tooLarge(
    `The tables that the load brings rows to have columns of ${tooMany(bytes, MAX_COMMIT_BYTES)}: bring some of the tables in another load.`,
  );
}

/** The first of some sentences, as many as a load has room for; one more says when others are missing. */
export function fittingSentences(sentences: readonly string[]): string[] {
  const fitting: string[] = [];
  let bytes = 0;
  for (const sentence of sentences) {
    bytes += jsonBytes(sentence) + 1;
    if (bytes > MAX_SENTENCE_BYTES) return [...fitting, "… and more, for which there is no room here."];
    fitting.push(sentence);
  }
  return fitting;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function tooMany(bytes: number, most: number): string {
  return `${WHOLE_NUMBER.format(bytes)} bytes as JSON, and at most ${WHOLE_NUMBER.format(most)} can be stored`;
}

function tooLarge(message: string): DomainError {
  return conflict("columns_too_large", message);
}
