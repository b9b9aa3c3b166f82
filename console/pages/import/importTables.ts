import type { Table } from "#client/resources.ts";
import type { Workspace } from "#client/workspace.ts";
import { take } from "../../lab.ts";
import { TABLE_NAME } from "../../parts/names.ts";

/** Returns the tables to which rows can be added. */
export async function tablesOf(workspace: Workspace): Promise<Table[]> {
  return (await take(workspace.tables())).filter(({ kind }) => kind === "TABLE");
}

/** Proposes a table name for a file: `Plate 3.csv` becomes `plate_3`. */
export function referenceOf(fileName: string): string {
  return TABLE_NAME.nameFrom(fileName.replace(/\.[^.]*$/, "")) || "table_1";
}
