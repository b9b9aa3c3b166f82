import { identifier } from "@pdp/basics/columns";
import { type Argument, sqlArgument } from "../functions/functionKinds.ts";
import { coerced, commonOf, notTogether } from "../functions/operators/commonTypes.ts";
import type { QueryBody, ValuesRow } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { castSql } from "../types/castSql.ts";
import { commonType } from "../types/coerce.ts";
import { duckdbType, type Type } from "../types/type.ts";
import { checkDistinct } from "./grouping.ts";
import type { OutputColumn } from "./scope.ts";
import { columnSql } from "./writeName.ts";
import { uniqueIds } from "./writeSelect.ts";
import type { Writing, WrittenBody, WrittenQuery } from "./writing.ts";

/** Writes a set operation on two queries, using the common types of their columns. */
export function writeSet(
  body: Extract<QueryBody, { kind: "set" }>,
  left: WrittenBody,
  right: WrittenBody,
  writing: Writing,
): WrittenBody {
  if (left.columns.length !== right.columns.length) {
    throw new Refusal(
      `The queries combined by ${body.operator} have ${left.columns.length} and ${right.columns.length} columns`,
      body.at,
    );
  }
  const types = left.columns.map(({ type }, index) => {
    const other = right.columns[index]?.type as Type;
    const common = commonType(type, other);
    if (!common) throw notTogether(type, other);
    if (!body.all || body.operator !== "UNION") checkDistinct(common, body.at);
    return common;
  });
  const ids = uniqueIds(left.columns.map(({ name }) => name));
  const columns = types.map((type, index) => ({
    name: left.columns[index]?.name,
    type,
    id: ids[index] as string,
  }));
  const side = (written: WrittenQuery): string => {
    const alias = writing.nextAlias();
    const items = columns.map(({ type, id }, index) => {
      const column = written.columns[index] as OutputColumn;
      const value = castSql(columnSql(alias, column.id), column.type, type);
      return `${column.type.name === "unknown" ? `CAST(${value} AS ${duckdbType(type)})` : value} AS ${identifier(id)}`;
    });
    return `(SELECT ${items.join(", ")} FROM (${written.sql}) AS ${identifier(alias)})`;
  };
  return { sql: `${side(left)} ${body.operator}${body.all ? " ALL" : ""} ${side(right)}`, columns };
}

export function writeValues(
  { rows, at }: Extract<QueryBody, { kind: "values" }>,
  writing: Writing,
): WrittenBody {
  const written = rows.map((row) => openRow(row, writing));
  const width = written[0]?.length ?? 0;
  if (written.some((row) => row.length !== width)) {
    throw new Refusal("The rows of VALUES have different numbers of columns", at);
  }
  const types = Array.from({ length: width }, (_, index) =>
    commonOf(written.map((row) => row[index] as Argument)),
  );
  const columns = types.map((type, index) => ({ name: undefined, type, id: `c${index}` }));
  const alias = writing.nextAlias();
  const tuples = written.map(
    (row) => `(${row.map((value, index) => coerced(value, types[index] as Type).sql).join(", ")})`,
  );
  const names = columns.map(({ id }) => identifier(id)).join(", ");
  return { sql: `SELECT * FROM (VALUES ${tuples.join(", ")}) AS ${identifier(alias)}(${names})`, columns };
}

function openRow({ items, isAlone }: ValuesRow, writing: Writing): Argument[] {
  const values = items.map((value) => writing.expression(value, writing));
  const [only] = values;
  if (!isAlone || only?.type.name !== "row") return values;
  return (only.type.of ?? []).map((type, index) =>
    sqlArgument(`struct_extract_at(${only.sql}, ${index + 1})`, type),
  );
}
