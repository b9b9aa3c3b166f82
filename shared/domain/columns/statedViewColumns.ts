import { byName, type Column, foldName, sameType } from "@pdp/basics/columns";
import { invalidField } from "@pdp/basics/errors";
import { type ColumnsInput, columnsFrom } from "./columnsInput.ts";
import { keepMetadata } from "./keepMetadata.ts";

/**
 * Returns the columns of a view's query with the metadata stated in the request. Raises a 422 unless names and types match
 * those of the query, in the same order.
 */
export function statedViewColumns(
  inferred: Column[],
  stated: ColumnsInput | null | undefined,
  loc: (string | number)[],
): Column[] {
  if (!stated) return inferred;
  const wanted = columnsFrom(stated, loc);
  if (wanted.length !== inferred.length) {
    const message = `The query has ${inferred.length} columns, but ${wanted.length} are listed: list all of them or none`;
    throw invalidField(loc, message);
  }
  const columns = inferred.map((column, index) => {
    const expected = wanted[index];
    if (!expected || foldName(expected) !== foldName(column)) {
      const message = `The query has "${column.name}" here: list its columns in order, or omit \`columns\``;
      throw invalidField([...loc, index, "name"], message, expected?.name);
    }
    if (!sameType(column, expected)) {
      const message = `The query's column "${column.name}" is ${column.type}: specify this type, or omit \`columns\``;
      throw invalidField([...loc, index, "type"], message, expected.type);
    }
    return { ...column, metadata: expected.metadata };
  });
  return keepMetadata(inferred, columns, stated);
}

/** Returns the columns of a new query with the metadata of the old columns that have the same names. */
export function keptMetadata(before: readonly Column[], columns: readonly Column[]): Column[] {
  const known = byName(before);
  return columns.map((column) => {
    const old = known.get(foldName(column));
    if (!old) return column;
    const description = column.metadata.description ?? old.metadata.description;
    return { ...column, metadata: { ...column.metadata, description } };
  });
}
