import { isName } from "@pdp/basics/columns";
import type { ColumnsInput } from "#shared/domain/columns/columnsInput.ts";
import { proposeNames } from "./proposeNames.ts";

/**
 * Replaces column names that SQL does not allow, such as `Tm (C)`, with the names that a preview proposes. The stated name
 * remains the name in the file and, unless there is another description, describes the column.
 */
export function proposedColumns(stated: ColumnsInput): ColumnsInput {
  const usedNames = new Set(stated.filter(isValid).map(({ name }) => name.toLowerCase()));
  const proposals = proposeNames(
    stated.map(({ name }) => name),
    () => false,
  );
  return stated.map((column, index) => {
    if (isValid(column)) return column;
    const proposed = proposals[index] ?? "";
    let name = proposed;
    for (let count = 2; usedNames.has(name.toLowerCase()); count += 1) name = `${proposed}_${count}`;
    usedNames.add(name.toLowerCase());
    return {
      ...column,
      name,
      source_name: column.source_name ?? column.name,
      metadata: { ...column.metadata, description: column.metadata?.description ?? column.name },
    };
  });
}

function isValid({ name }: { name: string }): boolean {
  return isName(name);
}
