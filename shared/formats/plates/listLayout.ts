import { layoutName } from "./layout.ts";
import type { PlateTable } from "./plateTable.ts";
import { type WellDescription, wellKey } from "./wellDescription.ts";
import type { WellList } from "./wellList.ts";

/** Returns what a list states about its wells; undefined for lists that may contain measurements. */
export function listLayout({ columns, rows, hasPlates }: WellList): WellDescription | undefined {
  if (columns.length === 0 || columns.some(({ isMeasured }) => isMeasured)) return undefined;
  const values = new Map<string, readonly (string | null)[]>();
  for (const { plate, well, cells } of rows) {
    const key = wellKey(plate, well);
    // A well with two descriptions shows that the list is about something else, such as samples over time.
    if (values.get(key)?.some((cell, index) => cell !== cells[index])) return undefined;
    values.set(key, cells);
  }
  return { names: columns.map(({ name }) => layoutName(name)), values, hasPlates };
}

/**
 * Returns the wells of a list with measurements as a table, a column for each property; undefined for other lists, and for lists with
 * several rows for a well. `base` is the plate of the list, unless it has a column of plates.
 */
export function measuredList(
  { columns, rows, hasPlates, outside }: WellList,
  base: string | undefined,
): PlateTable | undefined {
  if (!columns.some(({ isMeasured }) => isMeasured)) return undefined;
  if (new Set(rows.map(({ plate, well }) => wellKey(plate, well))).size < rows.length) return undefined;
  const namesPlates = hasPlates || base !== undefined;
  return {
    header: [...(namesPlates ? ["plate"] : []), "well", ...uniqueNames(columns.map(({ name }) => name))],
    rows: rows.map(({ plate, well, cells }) => [
      ...(namesPlates ? [plate ?? base ?? null] : []),
      well,
      ...cells,
    ]),
    outside,
    repeated: [],
    described: [],
  };
}

function uniqueNames(names: readonly string[]): string[] {
  const used = new Set(["plate", "well"]);
  return names.map((name) => {
    let free = name;
    for (let count = 2; used.has(free.toLowerCase()); count += 1) free = `${name}_${count}`;
    used.add(free.toLowerCase());
    return free;
  });
}
