import { shortName } from "./boundMessage.ts";
import { CATALOG, INFORMATION_SCHEMA, OTHER_SCHEMA, SCHEMA, SYSTEM_CATALOG } from "./catalog.ts";
import type { Cte, Query, TableName } from "./parse/ast.ts";
import { MAX_RECURSION_DEPTH, type Recursion, recursionOf } from "./recursion.ts";
import { Refusal } from "./sqlError.ts";

/** FROM reference to a table or a view, but not to a WITH query in scope. */
export interface TableUse {
  table: TableName;
  /** Reference as written, such as `t` or `tasks.task_1.name`. */
  reference: string;
}

export interface Bindings {
  /** Generated name of each WITH query; references to the query in FROM are bound to this name. */
  ctes: ReadonlyMap<Cte, string>;
  cteUses: ReadonlyMap<TableName, string>;
  /** Recursive WITH queries. */
  recursions: ReadonlyMap<Cte, Recursion>;
  tables: TableUse[];
  /** Direct reads of each WITH query by its generated name, in order of definition, followed by the reads of the whole query. */
  reads: ReadonlyMap<string, Reads>;
}

/** FROM references of one query, excluding those in its WITH queries. */
export interface Reads {
  tables: TableName[];
  /** Generated names of WITH queries, one entry per reference. */
  ctes: string[];
}

/** Visible WITH queries by lowercase name; those of the query itself take precedence over outer WITH queries. */
interface Scope {
  names: ReadonlyMap<string, string>;
  outer?: Scope;
}

/** Maximum number of WITH queries; DuckDB nests each as a separate level. */
const MAX_WITH_QUERIES = 500;
const TABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/**
 * Resolves FROM references to WITH queries or tables. A WITH query is visible in later WITH queries and in the body, and
 * shadows tables and outer WITH queries with the same name. Inside its definition, the name keeps its outer meaning.
 * `isCatalog` accepts catalogs in addition to `workspace`.
 */
export function bindTables(query: Query, isCatalog: (name: string) => boolean): Bindings {
  const ctes = new Map<Cte, string>();
  const cteUses = new Map<TableName, string>();
  const tables: TableUse[] = [];
  const reads = new Map<string, Reads>();
  const recursions = new Map<Cte, Recursion>();
  let named = 0;
  let reading: Reads = { tables: [], ctes: [] };

  const bindQuery = (inner: Query, outer: Scope | undefined): void => {
    const names = new Map<string, string>();
    const scope: Scope = { names, ...(outer && { outer }) };
    for (const cte of inner.ctes) {
      const key = cte.name.text.toLowerCase();
      if (names.has(key)) {
        throw new Refusal(`There are two WITH queries named ${cte.name.text}`, cte.name.at);
      }
      const around = reading;
      reading = { tables: [], ctes: [] };
      if (inner.recursive && cte.columns.length === 0) {
        throw new Refusal("WITH RECURSIVE names the columns of its queries: t(n, name) AS (…)", cte.name.at);
      }
      named += 1;
      const name = `w${named}`;
      if (inner.recursive) names.set(key, name);
      bindQuery(cte.query, scope);
      if (reading.ctes.includes(name)) {
        recursions.set(
          cte,
          recursionOf(cte, (table) => cteUses.get(table) === name),
        );
        reading = repeated(reading, MAX_RECURSION_DEPTH + 1);
      }
      ctes.set(cte, name);
      if (ctes.size > MAX_WITH_QUERIES) {
        const sentence = `The query has more than ${MAX_WITH_QUERIES} WITH queries: replace some with views`;
        throw new Refusal(sentence, cte.name.at, "query_too_complex");
      }
      reads.set(name, reading);
      names.set(key, name);
      reading = around;
    }
    bindParts([inner.body, inner.orderBy, inner.limit, inner.offset], scope);
  };

  const bindTable = (table: TableName, scope: Scope): void => {
    const name =
      table.parts.length === 1 ? resolveName(table.parts[0]?.text.toLowerCase() ?? "", scope) : undefined;
    if (name === undefined) {
      tables.push({ table, reference: referenceOf(table, isCatalog) });
      reading.tables.push(table);
      return;
    }
    if (table.version !== undefined) {
      const sentence = "A WITH query has no versions: specify one where it reads its tables";
      throw new Refusal(sentence, table.at);
    }
    cteUses.set(table, name);
    reading.ctes.push(name);
  };

  /** Visits every property of plain objects in the tree, so no list of node kinds is needed. */
  const bindParts = (part: unknown, scope: Scope): void => {
    if (Array.isArray(part)) for (const item of part) bindParts(item, scope);
    else if (typeof part === "object" && part !== null) {
      if (isQuery(part)) bindQuery(part, scope);
      else if (isTable(part)) bindTable(part, scope);
      else bindParts(Object.values(part), scope);
    }
  };

  bindQuery(query, undefined);
  reads.set("", reading);
  return { ctes, cteUses, recursions, tables, reads };
}

/** Returns what a WITH query reads if it is computed multiple times. */
function repeated({ tables, ctes }: Reads, times: number): Reads {
  const repeat = <Item>(items: Item[]): Item[] => Array.from({ length: times }, () => items).flat();
  return { tables: repeat(tables), ctes: repeat(ctes) };
}

function resolveName(key: string, scope: Scope): string | undefined {
  for (let here: Scope | undefined = scope; here; here = here.outer) {
    const table = here.names.get(key);
    if (table !== undefined) return table;
  }
  return undefined;
}

/** Counts the tables that a query reads; a WITH query counts once per reference. */
export function countReads(reads: Bindings["reads"], weightOf: (table: TableName) => number): number {
  const counts = new Map<string, number>();
  for (const [name, { tables, ctes }] of reads) {
    let count = 0;
    for (const table of tables) count += weightOf(table);
    for (const cte of ctes) count += counts.get(cte) ?? 0;
    counts.set(name, Math.max(count, 1));
  }
  return counts.get("") ?? 1;
}

function isQuery(part: object): part is Query {
  return "ctes" in part;
}

function isTable(part: object): part is TableName {
  return "kind" in part && part.kind === "table";
}

function referenceOf({ parts, at }: TableName, isCatalog: (name: string) => boolean): string {
  const [first, ...others] = parts;
  const isTaskName = parts.length === 3 && first?.text.toLowerCase() === "tasks";
  const hasCatalog = (parts.length === 3 || parts.length === 4) && !isTaskName;
  const catalog = first?.text.toLowerCase() ?? "";
  if (catalog === SYSTEM_CATALOG && parts.length === 3) return parts.map(({ text }) => text).join(".");
  if (hasCatalog && first && catalog !== CATALOG && !isCatalog(catalog)) {
    const sentence = `There is no catalog ${shortName(first.text)}: use the name of the workspace, or ${CATALOG}`;
    throw new Refusal(sentence, first.at, "unknown_table");
  }
  const named = hasCatalog ? others : parts;
  const folded = named.map((part) => part.text.toLowerCase());
  const schemas = [SCHEMA, OTHER_SCHEMA];
  const schemaIndex = schemas.includes(folded[0] ?? "") && named.length === 2 ? 1 : 0;
  const reference = named
    .slice(schemaIndex)
    .map(({ text }) => text)
    .join(".");
  const isTask = named.length === 3 && folded[0] === "tasks";
  const isOther = named.length === 2 && [INFORMATION_SCHEMA, "snapshots"].includes(folded[0] ?? "");
  const isPlain = named.every((part) => TABLE_NAME.test(part.text));
  if (isPlain && (named.length === schemaIndex + 1 || isTask || isOther)) return reference;
  const sentence = `There is no table ${shortName(reference)}: tables are named like measurements or tasks.task_1.designs`;
  throw new Refusal(sentence, at, "unknown_table");
}
