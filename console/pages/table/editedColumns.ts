import { isName } from "@pdp/basics/columns";
import type { Table } from "#client/resources.ts";
import type { components } from "#client/schema.ts";
import { unitOf } from "#shared/proposals/headerUnit.ts";
import { proposeNames } from "#shared/proposals/proposeNames.ts";
import { COLUMN_TYPES } from "../../parts/columnTypes.ts";

type ColumnInput = components["schemas"]["ColumnInput"];

/** Editable fields of an existing table column. */
export interface Edited {
  description: string;
  isDeprecated: boolean;
}

/** New column; its type is an index into `COLUMN_TYPES`. */
export interface Added {
  name: string;
  type: number;
  description: string;
}

/** Returns the fields of a table's columns. */
export function editedColumns({ columns }: Pick<Table, "columns">): Edited[] {
  return columns.map(({ metadata }) => ({
    description: metadata.description ?? "",
    isDeprecated: metadata.deprecated,
  }));
}

/** Returns the columns of a table with their edited descriptions. */
export function columnsFrom({ columns }: Pick<Table, "columns">, edited: readonly Edited[]): ColumnInput[] {
  return columns.map(({ metadata, ...column }, index) => {
    const { description = "", isDeprecated = false } = edited[index] ?? {};
    return {
      ...column,
      metadata: { ...metadata, description: description.trim() || null, deprecated: isDeprecated },
    } as ColumnInput;
  });
}

/** Returns an added column as the service stores it. */
export function columnFrom({ name, type, description }: Added): ColumnInput {
  const { type: columnType, kind } = COLUMN_TYPES[type]!;
  return {
    name: columnName(name),
    type: columnType,
    nullable: true,
    metadata: { description: description.trim() || (unitOf(name) && name.trim()), ...(kind && { kind }) },
  };
}

/** Returns a column name for text such as a file header: `Expression (mg/L)` becomes `expression_mg_per_l`. */
export function columnName(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "" || isName(trimmed)) return trimmed;
  return proposeNames([trimmed], () => false)[0] ?? "";
}

/** Describes problems with the names of added columns; the service checks everything else. */
export function problemOfAdded({ columns }: Pick<Table, "columns">, added: readonly Added[]): string | null {
  const names = new Set(columns.map(({ name }) => name.toLowerCase()));
  for (const { name } of added) {
    const folded = columnName(name).toLowerCase();
    if (folded === "") return "A new column needs a name.";
    if (names.has(folded)) return `There are two columns named "${folded}".`;
    names.add(folded);
  }
  return null;
}
