import { literal } from "@pdp/basics/columns";
import { shortName } from "../boundMessage.ts";
import { CATALOG, INFORMATION_SCHEMA, OTHER_SCHEMA, SCHEMA } from "../catalog.ts";
import type { Name } from "../parse/ast.ts";
import type { Statement } from "../parse/parseStatement.ts";
import type { ResolveRelation } from "../relation.ts";
import { Refusal } from "../sqlError.ts";
import { likeSql } from "./likeSql.ts";

/** Catalog and schema names that SHOW accepts and displays. */
type ShowNames = Pick<ResolveRelation, "isCatalog" | "catalog" | "schema">;

/** Returns the query that a SHOW statement stands for; as in Trino, it reads `information_schema` tables. */
export function showSql(
  { listing, from, like }: Extract<Statement, { kind: "show" }>,
  { isCatalog = () => false, catalog = CATALOG, schema = SCHEMA }: ShowNames = {},
): string {
  const where = (column: string): string => (like ? ` WHERE ${column}${likeSql(like)}` : "");
  switch (listing) {
    case "CATALOGS":
      return `SELECT c AS "Catalog" FROM (VALUES ${literal(catalog)}) AS t (c)${where("c")}`;
    case "SCHEMAS":
      checkCatalog(from, isCatalog);
      return `SELECT schema_name AS "Schema" FROM information_schema.schemata${where("schema_name")} ORDER BY 1`;
    case "TABLES": {
      checkCatalog(from.slice(0, -1), isCatalog);
      const also = like ? ` AND table_name${likeSql(like)}` : "";
      return `SELECT table_name AS "Table" FROM information_schema.tables WHERE table_schema = ${literal(schemaOf(from, schema))}${also} ORDER BY 1`;
    }
  }
}

function schemaOf(from: readonly Name[], defaultSchema: string): string {
  const name = from.at(-1);
  if (!name) return defaultSchema;
  const schema = name.text.toLowerCase();
  if (schema === INFORMATION_SCHEMA) return schema;
  if (schema === SCHEMA || schema === OTHER_SCHEMA) return defaultSchema;
  throw new Refusal(
    `There is no schema ${shortName(name.text)}: tables are in ${SCHEMA}`,
    name.at,
    "unknown_table",
  );
}

function checkCatalog([catalog]: readonly Name[], isCatalog: (name: string) => boolean): void {
  const name = catalog?.text.toLowerCase();
  if (!catalog || name === undefined || name === CATALOG || isCatalog(name)) return;
  throw new Refusal(
    `There is no catalog ${shortName(catalog.text)}: use the name of the workspace, or ${CATALOG}`,
    catalog.at,
    "unknown_table",
  );
}
