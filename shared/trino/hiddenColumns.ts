import type { Column } from "@pdp/basics/columns";
import type { FromItem, Name, Query, QueryBody, Select, SelectItem, TableName } from "./parse/ast.ts";
import { Refusal } from "./sqlError.ts";
import { requireSelectColumns } from "./write/writing.ts";

/**
 * Columns that identify the load from which a table row came. Only queries that name these columns read them: `*` does not
 * include them.
 */
export const HIDDEN_COLUMNS: readonly Column[] = ["$load_id", "$file_id", "$line"].map((name) => ({
  name,
  type: "INT64",
  nullable: true,
  metadata: { description: null, deprecated: false },
}));
const HIDDEN_NAMES = new Set(HIDDEN_COLUMNS.map(({ name }) => name));

/** SELECT that names a hidden column, and the tables in its FROM, which must expose their hidden columns. */
export interface HiddenRead {
  select: Select;
  tables: TableName[];
}

/**
 * Finds the SELECTs that name hidden columns. Skips a table with a column list in its alias, because it has no other columns.
 */
export function hiddenReads(query: Query): HiddenRead[] {
  const reads: HiddenRead[] = [];
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const item of part) visit(item);
    else if (typeof part === "object" && part !== null) {
      if ("ctes" in part) {
        const { body, orderBy } = part as Query;
        const isOrdered = namesHidden(orderBy);
        for (const select of selectsOf(body)) {
          if (!isOrdered && !namesHidden(select)) continue;
          const tables = select.from.flatMap(leavesOf).filter((item) => item.kind === "table");
          reads.push({ select, tables: tables.filter(({ columns }) => columns.length === 0) });
        }
      }
      visit(Object.values(part));
    }
  };
  visit(query);
  return reads;
}

/**
 * Expands each `*` in the SELECT that covers a table with hidden columns to the list of that table's visible columns.
 * `columnsOf` returns the visible columns of a table that has hidden columns, and undefined for anything else in FROM.
 */
export function expandStars(
  { select }: HiddenRead,
  columnsOf: (item: FromItem) => Column[] | undefined,
): void {
  const leaves = select.from.flatMap(leavesOf);
  if (!leaves.some(columnsOf)) return;
  const expand = (item: FromItem, at: number): SelectItem[] => {
    const alias = aliasOf(item);
    const columns = columnsOf(item);
    if (!alias) {
      throw new Refusal('SELECT * beside "$load_id", "$file_id" or "$line" needs an alias here', item.at);
    }
    if (!columns) return [{ kind: "star", at, table: alias }];
    return columns.map(({ name }) => {
      const parts = [alias, { text: name, quoted: true, at }];
      return { kind: "item", at, of: { kind: "column", at, parts } };
    });
  };
  let count = 0;
  const counted = (items: SelectItem[], at: number): SelectItem[] => {
    count += items.length;
    requireSelectColumns(count, at);
    return items;
  };
  select.items = select.items.flatMap((item) => {
    if (item.kind !== "star") return [item];
    const { table, at, aliases } = item;
    if (!table) {
      refuseUsing(select.from);
      return leaves.flatMap((leaf) => counted(expand(leaf, at), at));
    }
    const named = leaves.find((leaf) => aliasOf(leaf)?.text.toLowerCase() === table.text.toLowerCase());
    if (!named) return [item];
    if (aliases)
      throw new Refusal(
        'A column list cannot rename "$load_id", "$file_id" or "$line". Select the columns one by one and name each with AS',
        at,
      );
    return counted(expand(named, at), at);
  });
}

/** Returns the SELECTs at the top level of a query; a nested query is a separate level. */
function selectsOf(body: QueryBody): Select[] {
  if (body.kind === "select") return [body];
  return body.kind === "set" ? [...selectsOf(body.left), ...selectsOf(body.right)] : [];
}

/** Returns whether an expression in this part of the tree names a hidden column that an enclosing FROM may provide. */
function namesHidden(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(namesHidden);
  if (typeof part !== "object" || part === null) return false;
  const { kind } = part as { kind?: string };
  // A subquery in FROM does not see its sibling tables.
  if (kind === "subquery" && !(part as { lateral: boolean }).lateral) return false;
  if (kind === "column") {
    return (part as { parts: Name[] }).parts.some(({ text }) => HIDDEN_NAMES.has(text.toLowerCase()));
  }
  return Object.values(part).some(namesHidden);
}

/** Returns the items of FROM with joins flattened, in the order in which `*` lists their columns. */
function leavesOf(item: FromItem): FromItem[] {
  if (item.kind === "group") return leavesOf(item.of);
  return item.kind === "join" ? [...leavesOf(item.left), ...leavesOf(item.right)] : [item];
}

function aliasOf(item: FromItem): Name | undefined {
  if (item.kind === "table") return item.alias ?? item.parts.at(-1);
  return item.kind === "subquery" || item.kind === "unnest" ? item.alias : undefined;
}

function refuseUsing(from: readonly FromItem[]): void {
  for (const item of from) {
    if (item.kind === "group") refuseUsing([item.of]);
    if (item.kind !== "join") continue;
    if (item.using) {
      const sentence =
        'SELECT * over a join with USING is not available beside "$load_id", "$file_id" or "$line": list the columns';
      throw new Refusal(sentence, item.at);
    }
    refuseUsing([item.left, item.right]);
  }
}
