import { type Column, foldName, type ItemType, isName, NameRule } from "@pdp/basics/columns";
import { invalidField } from "@pdp/basics/errors";
import { shorten } from "@pdp/basics/wording";

/**
 * Raises a 422 if the columns inferred from a view's query are not valid: names must follow the naming rule and be unique
 * ignoring case.
 */
export function requireViewColumns(columns: readonly Column[]): void {
  const seen = new Set<string>();
  for (const column of columns) {
    const { name } = column;
    const shown = shorten(name, 128);
    const advice = "give it another name with AS";
    if (!isName(name)) {
      throw invalidField(
        ["body", "query"],
        `The view would have a column "${shown}", but a column name ${NameRule}: ${advice}`,
      );
    }
    if (seen.has(foldName(column))) {
      throw invalidField(
        ["body", "query"],
        `The view would have two columns named "${shown}" (names are case-insensitive): ${advice}`,
      );
    }
    seen.add(foldName(column));
    requireViewFields(column);
  }
}

/** Applies the column naming rule to the fields of a value's type, at any depth. */
function requireViewFields({ columns, item_type }: ItemType): void {
  if (columns) requireViewColumns(columns);
  if (item_type) requireViewFields(item_type);
}
