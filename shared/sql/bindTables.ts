import type { Cte, Query, TableName } from "./ast.ts";
import { sqlError } from "./sqlError.ts";

/** A name in FROM that is a table or a view, since no WITH query of that name is in scope. */
export interface TableUse {
  table: TableName;
  /** As written: `t` or `tasks.task_1.name`. */
  reference: string;
}

export interface Bindings {
  /** The generated name of each WITH query; its uses in FROM are bound to it. */
  ctes: ReadonlyMap<Cte, string>;
  cteUses: ReadonlyMap<TableName, string>;
  tables: TableUse[];
}

/** The WITH queries that a name can mean, by lower-case name. */
type Scope = ReadonlyMap<string, string>;

const TABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/**
 * Tells WITH queries from tables. A WITH query is visible in those after it and in the body, and hides tables and outer
 * WITH queries of its name; in its own text the name still has the outer meaning.
 */
export function bindTables(query: Query, text: string): Bindings {
  const ctes = new Map<Cte, string>();
  const cteUses = new Map<TableName, string>();
  const tables: TableUse[] = [];

  const bindQuery = (inner: Query, outer: Scope): void => {
    if (inner.recursive) {
      throw sqlError("invalid_sql", "WITH RECURSIVE is not available", text, inner.at);
    }
    const scope = new Map(outer);
    const here = new Set<string>();
    for (const cte of inner.ctes) {
      const key = cte.name.text.toLowerCase();
      if (here.has(key)) {
        throw sqlError("invalid_sql", `There are two WITH queries named ${cte.name.text}`, text, cte.name.at);
      }
      here.add(key);
      bindQuery(cte.query, scope);
      const name = `w${ctes.size + 1}`;
      ctes.set(cte, name);
      scope.set(key, name);
    }
    bindParts([inner.body, inner.orderBy, inner.limit, inner.offset], scope);
  };

  const bindTable = (table: TableName, scope: Scope): void => {
    const name = table.parts.length === 1 ? scope.get(table.parts[0]?.text.toLowerCase() ?? "") : undefined;
    if (name === undefined) {
      tables.push({ table, reference: referenceOf(table, text) });
      return;
    }
    if (table.version !== undefined) {
      throw sqlError(
        "invalid_sql",
        "A WITH query has no versions: ask for one where it reads its tables",
        text,
        table.at,
      );
    }
    cteUses.set(table, name);
  };

  /** The tree is made of plain objects, so that whatever holds a query or a table is found without a list of kinds. */
  const bindParts = (part: unknown, scope: Scope): void => {
    if (Array.isArray(part)) for (const item of part) bindParts(item, scope);
    else if (typeof part === "object" && part !== null) {
      if (isQuery(part)) bindQuery(part, scope);
      else if (isTable(part)) bindTable(part, scope);
      else bindParts(Object.values(part), scope);
    }
  };

  bindQuery(query, new Map());
  return { ctes, cteUses, tables };
}

function isQuery(part: object): part is Query {
  return "ctes" in part;
}

function isTable(part: object): part is TableName {
  return "kind" in part && part.kind === "table";
}

function referenceOf({ parts, at }: TableName, text: string): string {
  const reference = parts.map((part) => part.text).join(".");
  const isPlain = parts.every((part) => TABLE_NAME.test(part.text));
  const isTask = parts.length === 3 && parts[0]?.text.toLowerCase() === "tasks";
  if (isPlain && (parts.length === 1 || isTask)) return reference;
  throw sqlError(
    "unknown_table",
    `There is no table ${reference}: tables are named like measurements or tasks.task_1.designs`,
    text,
    at,
  );
}
