import type { TitledGrid } from "./layout.ts";

/** Plate and read of a grid that contains measurements. */
export interface NamedGrid {
  grid: TitledGrid;
  plate: string;
  read: string | null;
  /** Read as spelled in the title, if it occurs several times on the plate and is therefore numbered. */
  repeats?: string | null;
}

/**
 * Assigns a plate to each grid. A grid with a title that does not name a plate is a further read of the plate above it, unless
 * the title has no words, the shape differs, or that plate already has the same read; in these cases, it is another plate.
 * Plates without a name are numbered. If the sheet or the file names a plate (`base`), the only plate without a name has that
 * name, and several are numbered like `2-1`.
 */
export function namePlates(grids: readonly TitledGrid[], base?: string): NamedGrid[] {
  const stated = new Set(grids.flatMap(({ title }) => title.plate ?? []));
  const repeated = stated.size === 0 ? occurrences(grids) : undefined;
  let [plate, count] = ["", 0];
  const numbers = new Set<string>();
  let columns: number | undefined;
  let seen = new Set<string>();
  const named = grids.map((grid, index) => {
    const { title } = grid;
    const key = readKey(grid);
    const isOther = columns === undefined || columns !== grid.columns || isUntitled(grid) || seen.has(key);
    if (title.plate !== undefined) {
      if (title.plate !== plate) seen = new Set();
      plate = title.plate;
      count++;
    } else if (isOther) {
      do count++;
      while (stated.has(String(count)));
      plate = String(count);
      seen = new Set();
    }
    columns = grid.columns;
    seen.add(key);
    const plateName = repeated?.[index] ?? plate;
    if (!stated.has(plateName)) numbers.add(plateName);
    return { grid, plate: plateName, read: title.words === "" ? null : title.words };
  });
  return tellApart(base === undefined ? named : withBase(named, numbers, base, stated.size === 0));
}

/** Replaces the numbers of plates by a name, or by a name with their numbers if there are several plates. */
function withBase(
  grids: readonly NamedGrid[],
  numbers: ReadonlySet<string>,
  base: string,
  areAll: boolean,
): NamedGrid[] {
  const isOnly = areAll && numbers.size === 1;
  return grids.map((grid) =>
    numbers.has(grid.plate) ? { ...grid, plate: isOnly ? base : `${base}-${grid.plate}` } : grid,
  );
}

/** Numbers the reads that occur several times on a plate, such as `450 nm (2)`. */
function tellApart(grids: readonly NamedGrid[]): NamedGrid[] {
  const keyOf = ({ grid, plate }: NamedGrid, read: string | null) =>
    `${plate.toLowerCase()}\n${grid.title.time ?? ""}\n${read?.toLowerCase() ?? ""}`;
  const usedKeys = new Set(grids.map((grid) => keyOf(grid, grid.read)));
  const counts = new Map<string, number>();
  return grids.map((grid) => {
    const key = keyOf(grid, grid.read);
    let count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count === 1) return grid;
    const numbered = () => (grid.read === null ? `read ${count}` : `${grid.read} (${count})`);
    while (usedKeys.has(keyOf(grid, numbered()))) count++;
    const read = numbered();
    usedKeys.add(keyOf(grid, read));
    counts.set(key, count);
    return { ...grid, read, repeats: grid.read };
  });
}

/**
 * Returns the plate that each grid belongs to if all plates have the same shape and the same reads, in any order: the first
 * grid of each read belongs to plate 1, the second one to plate 2, and so on. Returns undefined for other files.
 */
function occurrences(grids: readonly TitledGrid[]): string[] | undefined {
  if (new Set(grids.map(({ columns }) => columns)).size > 1) return undefined;
  const counts = new Map<string, number>();
  const plates = grids.map((grid) => {
    const key = readKey(grid);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return String(count);
  });
  return new Set(counts.values()).size === 1 && !grids.some(isUntitled) ? plates : undefined;
}

function isUntitled({ title }: TitledGrid): boolean {
  return title.words === "" && title.time === undefined;
}

function readKey({ title: { words, time } }: TitledGrid): string {
  return `${time ?? ""} ${words.toLowerCase()}`;
}
