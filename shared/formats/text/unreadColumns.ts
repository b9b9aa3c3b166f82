import type { Column } from "#shared/basics/columns/column.ts";
import { nameKey, sourceName } from "#shared/basics/columns/nameInFile.ts";
import { formatCount } from "#shared/basics/wording/wording.ts";
import type { OpenedText } from "./openedText.ts";

/** Lists the columns of a converted file that contain values and are not read, as sentence fragments. */
export function unreadColumns(
  { values = new Map() }: Pick<OpenedText, "values">,
  columns: readonly Column[],
): string[] {
  const wanted = new Set(columns.map((column) => nameKey(sourceName(column))));
  return [...values].flatMap(([name, count]) =>
    count === 0 || wanted.has(nameKey(name))
      ? []
      : [`${formatCount(count, "value")} of the column "${name}"`],
  );
}
