import { type Column, nameKey, sourceName } from "@pdp/basics/columns";
import { formatCount } from "@pdp/basics/wording";
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
