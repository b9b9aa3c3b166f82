import { byName, type Column, foldName, sameType } from "@pdp/basics/columns";
import { invalidField } from "@pdp/basics/errors";
import { keepKinds } from "./keepKinds.ts";

/**
 * Returns the columns of a table after an update with the complete new list. Columns may be added (as nullable, because
 * existing rows have no value for them) and made nullable, but not removed, renamed, retyped or made non-nullable. The kind of
 * their sequences stays the same if it is not stated, and may be set to NONE.
 */
export function updateColumns(current: Column[], wanted: Column[], loc: (string | number)[]): Column[] {
  const wantedNames = byName(wanted);
  const missing = current.find((column) => !wantedNames.has(foldName(column)));
  if (missing) {
    throw invalidField(
      loc,
      `The column "${missing.name}" is missing: columns cannot be removed or renamed`,
      missing.name,
    );
  }
  const currentNames = byName(current);
  return wanted.map((column, index) => {
    const before = currentNames.get(foldName(column));
    return before ? updateColumn(before, column, [...loc, index]) : newColumn(column, [...loc, index]);
  });
}

function updateColumn(before: Column, wanted: Column, loc: (string | number)[]): Column {
  if (before.name !== wanted.name) {
    throw invalidField([...loc, "name"], `The column "${before.name}" cannot be renamed`, wanted.name);
  }
  if (!sameType(before, wanted)) {
    throw invalidField(
      [...loc, "type"],
      `The column "${before.name}" is ${before.type} and cannot be retyped`,
      wanted.type,
    );
  }
  if (before.nullable && !wanted.nullable) {
    throw invalidField(
      [...loc, "nullable"],
      `The column "${before.name}" is nullable and cannot become non-nullable`,
      false,
    );
  }
  return keepKinds(before, wanted, loc);
}

function newColumn(column: Column, loc: (string | number)[]): Column {
  if (column.nullable) return column;
  throw invalidField(
    [...loc, "nullable"],
    `The new column "${column.name}" must be nullable: existing rows have no value for it`,
    false,
  );
}
