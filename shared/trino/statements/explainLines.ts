import { identifier } from "@pdp/basics/columns";
import type { CompiledQuery, NamedRelation } from "../relation.ts";
import { typeText } from "../types/type.ts";

/** Describes what a query reads and returns, one line per table. */
export function explainLines({ relations, views, columns }: CompiledQuery): string[] {
  const tables = relations.filter(({ rows }) => rows === undefined);
  const files = tables.flatMap((table) => table.files);
  return [
    `Reads ${counted(tables.length, "table")}: ${counted(files.length, "file")}, ${sizeOf(files)}`,
    ...tables.map((table) => `- ${tableLine(table)}`),
    ...(views.length > 0 ? [`Views: ${views.join(", ")}`] : []),
    `Gives ${counted(columns.length, "column")}: ${columns.map(({ name, type }) => `${identifier(name)} ${typeText(type)}`).join(", ")}`,
  ];
}

function tableLine({ reference, version, files, named = new Set() }: NamedRelation): string {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const at = version === undefined ? "" : `, version ${version}`;
  const read = named.size === 0 ? "no columns" : `columns ${[...named].map(identifier).join(", ")}`;
  return `${reference}${at}: ${counted(files.length, "file")}, ${counted(rows, "row")}, ${sizeOf(files)}; ${read}`;
}

function sizeOf(files: NamedRelation["files"]): string {
  return counted(
    files.reduce((sum, { bytes }) => sum + bytes, 0),
    "byte",
  );
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}
