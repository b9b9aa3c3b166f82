import { identifier } from "@pdp/basics/columns";
import { compileParsed, compileQuery } from "../compileQuery.ts";
import { type LikePattern, parseStatement } from "../parse/parseStatement.ts";
import type { CompiledQuery, NameScope, RowsRelation } from "../relation.ts";
import { withPlace } from "../sqlError.ts";
import { typeText, varcharType } from "../types/type.ts";
import { createdRows } from "./createdRows.ts";
import { explainLines } from "./explainLines.ts";
import { functionRows } from "./functionRows.ts";
import { likeSql } from "./likeSql.ts";
import { showSql } from "./showSql.ts";
import { statsRows } from "./statsRows.ts";
import { textColumn } from "./textColumn.ts";

/**
 * Compiles a query, or a statement about tables: SHOW, DESCRIBE or EXPLAIN, which also return rows. Throws as `compileQuery`
 * does.
 */
export async function compileStatement(text: string, options: NameScope): Promise<CompiledQuery> {
  const statement = parseStatement(text);
  switch (statement.kind) {
    case "query":
      return compileQuery(text, options);
    case "show":
      return compileQuery(
        withPlace(text, () => showSql(statement, options.resolve)),
        options,
      );
    case "none":
      return compileRows({ kind: "ROWS", columns: statement.columns.map(textColumn), rows: [] });
    case "functions":
      return compileRows(functionRows(statement.isOfSchema), statement.like);
    case "create":
      return compileRows(await createdRows(statement, text, options));
    case "stats":
      return compileRows(statsRows(await compileParsed(statement.query, text, options)));
    case "describe": {
      const described = await compileParsed(statement.query, text, options);
      return compileRows(describeRows(described), statement.like);
    }
    case "explain": {
      const explained = await compileParsed(statement.query, text, options);
      if (statement.analyzes) {
        const columns = [{ name: PLAN_COLUMN, type: varcharType(undefined) }];
        return { ...explained, columns, analyzed: explainLines(explained) };
      }
      return compileRows(statement.validates ? VALID : planOf(explained));
    }
  }
}

const PLAN_COLUMN = "Query Plan";

/** Returns a query that yields the given rows, optionally only those in which the first column matches a pattern. */
function compileRows(relation: RowsRelation, like?: LikePattern): Promise<CompiledQuery> {
  const [first] = relation.columns;
  const where = like && first ? ` WHERE ${identifier(first.name)}${likeSql(like)}` : "";
  return compileQuery(`SELECT * FROM found${where}`, { resolve: async () => relation });
}

function describeRows({ columns, relations }: CompiledQuery): RowsRelation {
  const [only] = relations.length === 1 ? relations : [];
  const comments = new Map(only?.columns.map(({ name, metadata }) => [name, metadata.description]));
  const rows = columns.map(({ name, type }) => [name, typeText(type), "", comments.get(name) ?? ""]);
  return { kind: "ROWS", columns: ["Column", "Type", "Extra", "Comment"].map(textColumn), rows };
}

const VALID: RowsRelation = {
  kind: "ROWS",
  columns: [{ ...textColumn("Valid"), type: "BOOL" }],
  rows: [["true"]],
};

function planOf(query: CompiledQuery): RowsRelation {
  return { kind: "ROWS", columns: [textColumn(PLAN_COLUMN)], rows: [[explainLines(query).join("\n")]] };
}
