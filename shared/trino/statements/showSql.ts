import { literal } from "#shared/duckdb/quoting.ts";
import { CATALOG, INFORMATION_SCHEMA, SCHEMA } from "#shared/trino/bindTables.ts";
import { shortName } from "#shared/trino/boundMessage.ts";
import type { Name } from "#shared/trino/parse/ast.ts";
import type { Statement } from "#shared/trino/parse/parseStatement.ts";
import { Refusal } from "#shared/trino/sqlError.ts";
import { likeSql } from "./likeSql.ts";

/** Returns the query that a SHOW stands for, as in Trino over the tables of `information_schema`. */
export function showSql({ listing, from, like }: Extract<Statement, { kind: "show" }>): string {
  const where = (column: string): string => (like ? ` WHERE ${column}${likeSql(like)}` : "");
  switch (listing) {
    case "CATALOGS":
      return `SELECT c AS "Catalog" FROM (VALUES '${CATALOG}') AS t (c)${where("c")}`;
    case "SCHEMAS":
      checkCatalog(from);
      return `SELECT schema_name AS "Schema" FROM information_schema.schemata${where("schema_name")} ORDER BY 1`;
    case "TABLES": {
      checkCatalog(from.slice(0, -1));
      const also = like ? ` AND table_name${likeSql(like)}` : "";
      return `SELECT table_name AS "Table" FROM information_schema.tables WHERE table_schema = ${literal(schemaOf(from))}${also} ORDER BY 1`;
    }
  }
}

function schemaOf(from: readonly Name[]): string {
  const name = from.at(-1);
  if (!name) return SCHEMA;
  const schema = name.text.toLowerCase();
  if (schema === SCHEMA || schema === INFORMATION_SCHEMA) return schema;
  throw new Refusal(
    `There is no schema ${shortName(name.text)}: tables are in ${SCHEMA}`,
    name.at,
    "unknown_table",
  );
}

function checkCatalog([catalog]: readonly Name[]): void {
  if (!catalog || catalog.text.toLowerCase() === CATALOG) return;
  throw new Refusal(
    `There is no catalog ${shortName(catalog.text)}: that of a workspace is ${CATALOG}`,
    catalog.at,
    "unknown_table",
  );
}
