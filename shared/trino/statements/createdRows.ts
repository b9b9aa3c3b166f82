import { CATALOG, SCHEMA } from "../catalog.ts";
import { compileParsed } from "../compileQuery.ts";
import type { Statement } from "../parse/parseStatement.ts";
import type { NameScope, Relation, RowsRelation } from "../relation.ts";
import { sqlError } from "../sqlError.ts";
import { typeText } from "../types/type.ts";
import { textColumn } from "./textColumn.ts";

const PLAIN = /^[a-z_][a-z0-9_]*$/;

/** Returns the statement that would create a table or view, as Trino's SHOW CREATE does. */
export async function createdRows(
  { created, query, at }: Extract<Statement, { kind: "create" }>,
  text: string,
  { resolve, ...names }: NameScope,
): Promise<RowsRelation> {
  const rows: { reference: string; relation: Relation }[] = [];
  const noting: NameScope["resolve"] = Object.assign(
    async (reference: string, version: string | undefined) => {
      const relation = await resolve(reference, version);
      rows.push({ reference, relation });
      return relation;
    },
    resolve,
  );
  const { columns } = await compileParsed(query, text, { ...names, resolve: noting });
  const { reference = "", relation } = rows[0] ?? {};
  const isView = relation?.kind === "VIEW";
  if (isView !== (created === "VIEW")) {
    const [is, instead] = isView ? ["a view", "VIEW"] : ["a table", "TABLE"];
    throw sqlError("invalid_sql", `${reference} is ${is}: write SHOW CREATE ${instead}`, text, at);
  }
  const { catalog = CATALOG, schema = SCHEMA } = resolve;
  const name = [catalog, schema, ...reference.split(".")].map(nameText).join(".");
  const list = columns.map((column) => `   ${nameText(column.name)} ${typeText(column.type)}`).join(",\n");
  const statement =
    relation?.kind === "VIEW"
      ? `CREATE VIEW ${name} AS\n${relation.query}`
      : `CREATE TABLE ${name} (\n${list}\n)`;
  return {
    kind: "ROWS",
    columns: [textColumn(isView ? "Create View" : "Create Table")],
    rows: [[statement]],
  };
}

function nameText(name: string): string {
  return PLAIN.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
