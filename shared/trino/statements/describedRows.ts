import type { CompiledQuery } from "../relation.ts";
import { BIGINT, BOOLEAN, type Type, typeText, VARCHAR } from "../types/type.ts";

/** Rows of a statement that describes a prepared statement. */
export interface DescribedRows {
  columns: { name: string; type: Type }[];
  rows: (string | number | boolean)[][];
}

/** Returns the rows of DESCRIBE INPUT. Parameter types are known only from their values. */
export function parameterRows(count: number): DescribedRows {
  return {
    columns: [
      { name: "Position", type: BIGINT },
      { name: "Type", type: VARCHAR },
    ],
    rows: Array.from({ length: count }, (_, index) => [index, "unknown"]),
  };
}

/** Returns the rows of DESCRIBE OUTPUT. */
export function resultRows({ columns }: Pick<CompiledQuery, "columns">): DescribedRows {
  const names = ["Column Name", "Catalog", "Schema", "Table", "Type"];
  return {
    columns: [
      ...names.map((name) => ({ name, type: VARCHAR })),
      { name: "Type Size", type: BIGINT },
      { name: "Aliased", type: BOOLEAN },
    ],
    rows: columns.map(({ name, type }) => [name, "", "", "", typeText(type), 0, false]),
  };
}
