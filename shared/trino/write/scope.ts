import { joinNames } from "@pdp/basics/wording";
import { shortName } from "../boundMessage.ts";
import { nearest } from "../nearest.ts";
import type { Name, Select } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import type { Type } from "../types/type.ts";

/** Column in a query result. */
export interface OutputColumn {
  /** Name as written by the author; undefined for a computed column without an alias. */
  name: string | undefined;
  type: Type;
  /** Name in the generated SQL. */
  id: string;
  /** Records that a table column is read. */
  read?: () => void;
}

/** Column that an expression can reference. */
export interface ScopeColumn {
  name: string | undefined;
  /** Name of its table in FROM; undefined for USING columns. */
  table: string | undefined;
  type: Type;
  sql: string;
  read?: (() => void) | undefined;
}

/** Columns in FROM and in the enclosing queries. */
export interface Scope {
  columns: readonly ScopeColumn[];
  outer?: Scope | undefined;
  /** SELECT over the columns; its clauses cannot see the aliases of its items. */
  select?: Select;
}

export interface Resolved {
  column: ScopeColumn;
  /** Parts of the reference that name fields within the column. */
  fields: Name[];
}

/** Finds the column for a reference: `column`, `table.column`, or a field of either. */
export function resolveColumn(parts: Name[], scope: Scope | undefined): Resolved | undefined {
  for (let here = scope; here; here = here.outer) {
    const resolved = resolveIn(parts, here.columns);
    if (resolved) return resolved;
  }
  return undefined;
}

function resolveIn(parts: Name[], columns: readonly ScopeColumn[]): Resolved | undefined {
  const [first, second] = parts as [Name, Name | undefined];
  if (second) {
    const qualified = columns.filter(
      (column) => isNamed(column.name, second) && isNamed(column.table, first),
    );
    if (qualified.length > 0) return { column: single(qualified, second), fields: parts.slice(2) };
  }
  const named = columns.filter((column) => isNamed(column.name, first));
  if (named.length === 0) return undefined;
  return { column: single(named, first), fields: parts.slice(1) };
}

function single(matches: ScopeColumn[], { text, at }: Name): ScopeColumn {
  if (matches.length === 1) return matches[0] as ScopeColumn;
  throw new Refusal(`The name ${shortName(text)} is ambiguous. Qualify it with a table name`, at);
}

export function isNamed(name: string | undefined, { text }: Name): boolean {
  return name !== undefined && name.toLowerCase() === text.toLowerCase();
}

/** Maximum number of columns that an error lists. */
const MAX_NAMED = 12;

/**
 * Returns a sentence that lists the existing columns, including the period before it but not the trailing period; empty if
 * there are none.
 */
function listOf(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  if (distinct.length === 0) return "";
  const shown = distinct.map((name) => shortName(name));
  return `. The columns are ${joinNames(shown, MAX_NAMED)}`;
}

const UNITS = new Set("second minute hour day week month quarter year".split(" "));

/** Returns a hint about quotes if the name is a time unit or is in double quotes, which other dialects use for text. */
function quotesHint({ text, quoted }: Name): string {
  if (UNITS.has(text.toLowerCase())) return `. Write a unit of time as a string: '${text.toLowerCase()}'`;
  if (!quoted || text.startsWith("$")) return "";
  return `. Double quotes are for names; use single quotes for text: '${shortName(text.replaceAll("'", "''"))}'`;
}

/** Refusal for a reference to a column that does not exist. */
export function noColumn(parts: Name[], scope: Scope | undefined): Refusal {
  const [first, second] = parts as [Name, Name | undefined];
  const columns: ScopeColumn[] = [];
  for (let here = scope; here; here = here.outer) columns.push(...here.columns);
  const ofTable = second ? columns.filter((column) => isNamed(column.table, first)) : [];
  const wanted = second && ofTable.length > 0 ? second : first;
  const names = (ofTable.length > 0 ? ofTable : columns).flatMap(({ name }) =>
    name === undefined ? [] : [name],
  );
  const hint = `${quotesHint(wanted)}${listOf(names)}`;
  const meant = nearest(wanted.text, names) || (hint && `${hint}.`);
  if (second && ofTable.length > 0) {
    return new Refusal(
      `${shortName(first.text)} has no column ${shortName(second.text)}`,
      second.at,
      "invalid_sql",
      meant,
    );
  }
  if (second) return new Refusal(`There is no ${shortName(first.text)} in the FROM of this SELECT`, first.at);
  return new Refusal(`There is no column ${shortName(first.text)}`, first.at, "invalid_sql", meant);
}
