import type { CompiledQuery, RowsRelation } from "#shared/trino/relation.ts";
import { typeText } from "#shared/trino/types/type.ts";
import { textColumn } from "./textColumn.ts";

/** Returns the rows of DESCRIBE INPUT. The types of parameters follow from their values only. */
export function parameterRows(count: number): RowsRelation {
  const rows = Array.from({ length: count }, (_, index) => [`${index}`, "unknown"]);
  return {
    kind: "ROWS",
    columns: [{ ...textColumn("Position"), type: "INT64" }, textColumn("Type")],
    rows,
  };
}

/** Returns the rows of DESCRIBE OUTPUT. */
export function resultRows({ columns }: Pick<CompiledQuery, "columns">): RowsRelation {
  const names = ["Column Name", "Catalog", "Schema", "Table", "Type"].map(textColumn);
  return {
    kind: "ROWS",
    columns: [
      ...names,
      { ...textColumn("Type Size"), type: "INT64" },
      { ...textColumn("Aliased"), type: "BOOL" },
    ],
    rows: columns.map(({ name, type }) => [name, "", "", "", typeText(type), "0", "false"]),
  };
}
