import { identifier } from "@pdp/basics/columns";
import { type Argument, sqlArgument } from "../functions/functionKinds.ts";
import { alike } from "../functions/operators/commonTypes.ts";
import { compare } from "../functions/operators/comparison.ts";
import type { FromItem, Name, TableName, Unnest } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { BIGINT, itemOf, type Type, typeText } from "../types/type.ts";
import { liftQueries } from "./liftQueries.ts";
import { isNamed, type OutputColumn, type ScopeColumn } from "./scope.ts";
import { columnSql } from "./writeName.ts";
import { spendColumns, type Writing, writeCondition } from "./writing.ts";

export interface WrittenFrom {
  sql: string;
  columns: ScopeColumn[];
}

/** Writes a FROM item. `before` contains the columns of the preceding items, which UNNEST and LATERAL can reference. */
export function writeFrom(
  item: FromItem,
  writing: Writing,
  before: readonly ScopeColumn[] = [],
): WrittenFrom {
  switch (item.kind) {
    case "table": {
      const { name, columns } = tableOf(item, writing);
      spendColumns(columns.length, item.at, writing.budget);
      const alias = writing.nextAlias();
      return {
        sql: `${identifier(name)} AS ${identifier(alias)}`,
        columns: aliased(alias, columns, (item.alias ?? item.parts.at(-1))?.text, item.columns, item.at),
      };
    }
    case "subquery": {
      const scope = item.lateral ? { columns: before, outer: writing.scope } : writing.scope;
      const { sql, columns } = writing.query(item.query, { ...writing, scope });
      spendColumns(columns.length, item.at, writing.budget);
      const alias = writing.nextAlias();
      return {
        sql: `${item.lateral ? "LATERAL " : ""}(${sql}) AS ${identifier(alias)}`,
        columns: aliased(alias, columns, item.alias?.text, item.columns, item.at),
      };
    }
    case "unnest":
      return writeUnnest(item, { ...writing, scope: { columns: before, outer: writing.scope } });
    case "group":
      return item.of.kind === "join"
        ? parenthesized(writeFrom(item.of, writing, before))
        : writeFrom(item.of, writing, before);
    case "sample": {
      const { sql, columns } = writeFrom(item.of, writing, before);
      return { sql: `${sql} TABLESAMPLE BERNOULLI(${item.percent} PERCENT)`, columns };
    }
    case "join":
      return writeJoin(item, writing, before);
  }
}

function parenthesized({ sql, columns }: WrittenFrom): WrittenFrom {
  return { sql: `(${sql})`, columns };
}

function tableOf(item: TableName, writing: Writing): { name: string; columns: OutputColumn[] } {
  const used = writing.bindings.cteUses.get(item);
  const cte = used && (writing.levels?.get(used) ?? used);
  return cte === undefined ? writing.relationOf(item) : { name: cte, columns: writing.ctes.get(cte) ?? [] };
}

/** Returns the columns of a FROM item under its alias, renamed if the alias has a column list. */
function aliased(
  id: string,
  columns: OutputColumn[],
  table: string | undefined,
  names: Name[],
  at: number,
): ScopeColumn[] {
  if (names.length > 0 && names.length !== columns.length) {
    throw new Refusal(`The alias lists ${names.length} columns, but there are ${columns.length}`, at);
  }
  return columns.map((column, index) => ({
    name: names[index]?.text ?? column.name,
    table,
    type: column.type,
    sql: columnSql(id, column.id),
    read: column.read,
  }));
}

function writeJoin(
  item: Extract<FromItem, { kind: "join" }>,
  writing: Writing,
  before: readonly ScopeColumn[],
): WrittenFrom {
  const writtenLeft = writeFrom(item.left, writing, before);
  const isOuterLateral = isLateral(item.right) && (item.type === "RIGHT" || item.type === "FULL");
  // As in Trino, the query of a RIGHT or FULL JOIN LATERAL cannot use columns of the left side.
  const visible = isOuterLateral ? before : [...before, ...writtenLeft.columns];
  const writtenRight = writeFrom(item.right, writing, visible);
  const { left, right, known } = liftQueries(item, writtenLeft, writtenRight, writing);
  const isOpen = item.right.kind === "join" && right === writtenRight;
  const rightSql = isOpen ? `(${right.sql})` : right.sql;
  if (isOuterLateral) return writeOuterLateral(item, left, right, writing);
  const sides = `${left.sql} ${item.type} JOIN ${rightSql}`;
  if (item.using) return writeUsing(item, item.using, sides, left.columns, right.columns);
  const columns = [...left.columns, ...right.columns];
  if (!item.on) return { sql: sides, columns };
  const isTrue = item.on.kind === "boolean" && item.on.value;
  if (item.right.kind === "unnest" && !isTrue) throw new Refusal("UNNEST is joined ON true", item.on.at);
  const scope = { columns, outer: writing.scope };
  return {
    sql: `${sides} ON ${writeCondition(item.on, { ...writing, isFilter: true, known, scope })}`,
    columns,
  };
}

function isLateral(item: FromItem): boolean {
  if (item.kind === "group") return isLateral(item.of);
  return item.kind === "subquery" && item.lateral;
}

/**
 * Writes a RIGHT or FULL JOIN LATERAL. As in Trino, each row of the left side is joined separately with the rows of the
 * query, so a row of the query without a match appears once for each row of the left side.
 */
function writeOuterLateral(
  item: Extract<FromItem, { kind: "join" }>,
  left: WrittenFrom,
  right: WrittenFrom,
  writing: Writing,
): WrittenFrom {
  const columns = [...left.columns, ...right.columns];
  if (!item.on) throw new Refusal("JOIN LATERAL needs an ON condition", item.at);
  const isTrue = item.on.kind === "boolean" && item.on.value;
  if (item.type === "FULL") {
    if (!isTrue) throw new Refusal("FULL JOIN LATERAL is only available ON true", item.on.at);
    return { sql: `${left.sql} LEFT JOIN ${right.sql} ON true`, columns };
  }
  const sql = `${left.sql} CROSS JOIN ${right.sql}`;
  if (isTrue) return { sql, columns };
  const scope = { columns, outer: writing.scope };
  const condition = writeCondition(item.on, { ...writing, isFilter: true, scope });
  for (const { read } of left.columns) read?.();
  const matched = left.columns.map((column) => ({
    ...column,
    sql: `(CASE WHEN ${condition} THEN ${column.sql} END)`,
  }));
  return { sql, columns: [...matched, ...right.columns] };
}

/** Writes a join with USING; the USING columns come first, appear once, and belong to neither table. */
function writeUsing(
  item: Extract<FromItem, { kind: "join" }>,
  names: Name[],
  sides: string,
  left: ScopeColumn[],
  right: ScopeColumn[],
): WrittenFrom {
  const shared: ScopeColumn[] = [];
  const conditions: string[] = [];
  const rest: ScopeColumn[][] = [left, right];
  for (const name of names) {
    const [a, b] = [left, right].map((columns) => {
      const matches = columns.filter((column) => isNamed(column.name, name));
      if (matches.length === 1) return matches[0] as ScopeColumn;
      const sentence =
        matches.length === 0
          ? `There is no column ${name.text} on both sides of USING`
          : `The name ${name.text} is ambiguous: join with ON`;
      throw new Refusal(sentence, name.at);
    }) as [ScopeColumn, ScopeColumn];
    a.read?.();
    b.read?.();
    const [x, y] = [sqlArgument(a.sql, a.type), sqlArgument(b.sql, b.type)];
    conditions.push(compare("=", x, y, true).sql);
    const [p, q] = alike(x, y);
    const sql = item.type === "RIGHT" ? q.sql : item.type === "FULL" ? `coalesce(${p.sql}, ${q.sql})` : p.sql;
    shared.push({ name: name.text, table: undefined, type: p.type, sql });
    rest.forEach((columns, index) => {
      rest[index] = columns.filter((column) => column !== a && column !== b);
    });
  }
  return { sql: `${sides} ON ${conditions.join(" AND ")}`, columns: [...shared, ...rest.flat()] };
}

/** Writes UNNEST: arrays and maps side by side, shorter arrays and maps padded with NULL, and rows expanded to their fields. */
function writeUnnest(item: Unnest, writing: Writing): WrittenFrom {
  const lists = item.arrays.map((array) => ({ at: array.at, ...writing.expression(array, writing) }));
  const [inner, outer] = [writing.nextAlias(), writing.nextAlias()];
  const unnested: string[] = [];
  const opened: { sql: string; type: Type; name: string | undefined }[] = [];
  lists.forEach((list, index) => {
    unnested.push(`unnest(${itemsOf(list)}) AS ${identifier(`i${index}`)}`);
    opened.push(...partsOf(columnSql(inner, `i${index}`), list.type));
  });
  if (item.ordinality) {
    const lengths = lists.map((list) => `coalesce(len(${itemsOf(list)}), 0)`);
    unnested.push(`unnest(generate_series(1, greatest(${lengths.join(", ")}))) AS "n"`);
    opened.push({ sql: columnSql(inner, "n"), type: BIGINT, name: undefined });
  }
  if (item.columns.length > 0 && item.columns.length !== opened.length) {
    throw new Refusal(
      `UNNEST returns ${opened.length} columns, but the alias lists ${item.columns.length}`,
      item.at,
    );
  }
  const columns = opened.map(({ type, name }, index) => ({ type, name, id: `c${index}` }));
  const items = opened.map(({ sql }, index) => `${sql} AS ${identifier(`c${index}`)}`);
  return {
    sql: `(SELECT ${items.join(", ")} FROM (SELECT ${unnested.join(", ")}) AS ${identifier(inner)}) AS ${identifier(outer)}`,
    columns: aliased(outer, columns, item.alias?.text, item.columns, item.at),
  };
}

function itemsOf({ sql, type, at }: Argument & { at: number }): string {
  if (type.name === "map") return `map_entries(${sql})`;
  if (type.name === "array") return sql;
  throw new Refusal(`UNNEST accepts arrays and maps, not ${typeText(type)}`, at);
}

function partsOf(sql: string, type: Type): { sql: string; type: Type; name: string | undefined }[] {
  const item = itemOf(type);
  const part = (index: number, of: Type, name?: string) => ({
    sql: `struct_extract_at(${sql}, ${index + 1})`,
    type: of,
    name,
  });
  if (type.name === "map") return (type.of ?? []).map((of, index) => part(index, of));
  if (item.name === "row") return (item.of ?? []).map((of, index) => part(index, of, item.names?.[index]));
  return [{ sql, type: item, name: undefined }];
}
