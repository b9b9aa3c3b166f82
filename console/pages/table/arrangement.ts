/** Which columns of a table are shown, and how. */
export interface Arrangement {
  /** Column names in display order: pinned ones first. */
  shown: readonly string[];
  /** Number of leading columns that stay in place when the others are scrolled. */
  pinned: number;
}

/** URL parameters: `show` lists all visible columns if some are hidden or moved, `pin` the pinned ones. */
export const SHOW = "show";
export const PIN = "pin";

/**
 * Reads an arrangement from a URL. Names of columns that the table does not have are skipped; if no names remain, all columns
 * are shown.
 */
export function readArrangement(searchParams: URLSearchParams, names: readonly string[]): Arrangement {
  const known = new Set(names);
  const requested = [...new Set(searchParams.getAll(SHOW))].filter((name) => known.has(name));
  const order = requested.length > 0 ? requested : names;
  const pinned = [...new Set(searchParams.getAll(PIN))].filter((name) => order.includes(name));
  return {
    shown: [...pinned, ...order.filter((name) => !pinned.includes(name))],
    pinned: pinned.length,
  };
}

/** Writes an arrangement to a URL. Writes nothing for the default arrangement. */
export function writeArrangement(
  searchParams: URLSearchParams,
  { shown, pinned }: Arrangement,
  names: readonly string[],
): void {
  searchParams.delete(SHOW);
  searchParams.delete(PIN);
  const isPlain = shown.length === names.length && shown.every((name, index) => name === names[index]);
  if (!isPlain) for (const name of shown) searchParams.append(SHOW, name);
  for (const name of shown.slice(0, pinned)) searchParams.append(PIN, name);
}

/** Shows or hides a column. At least one column is always shown; a column that is shown again is placed last. */
export function toggleShown({ shown, pinned }: Arrangement, name: string): Arrangement {
  const index = shown.indexOf(name);
  if (index < 0) return { shown: [...shown, name], pinned };
  if (shown.length === 1) return { shown, pinned };
  return { shown: shown.filter((column) => column !== name), pinned: index < pinned ? pinned - 1 : pinned };
}

/** Pins a column after the columns already pinned, or unpins it. */
export function togglePinned({ shown, pinned }: Arrangement, name: string): Arrangement {
  const index = shown.indexOf(name);
  if (index < 0) return { shown, pinned };
  const next = index < pinned ? pinned - 1 : pinned + 1;
  const others = shown.filter((column) => column !== name);
  const at = index < pinned ? next : pinned;
  return { shown: [...others.slice(0, at), name, ...others.slice(at)], pinned: next };
}

/** Moves a column by one position, among the pinned columns or among the others. */
export function moveColumn({ shown, pinned }: Arrangement, name: string, step: -1 | 1): Arrangement {
  const from = shown.indexOf(name);
  const to = from + step;
  if (from < 0 || to < 0 || to >= shown.length || from < pinned !== to < pinned) return { shown, pinned };
  const next = [...shown];
  next.splice(from, 1);
  next.splice(to, 0, name);
  return { shown: next, pinned };
}
