import type { ExportRoot } from "./exportFormat.ts";

/**
 * A run of digits that may be an id: not part of a word, a decimal or a longer number. Keys pad ids with zeros, and JSON
 * writes a line break as `\n`.
 */
const RUN = /(?<=^|[^0-9A-Za-z.+]|\\[nrt])(0*)([1-9][0-9]{9,15})(?![0-9A-Za-z]|\.[0-9])/g;

/** Ids of an import: the workspace always has a new one, and all others move by the same offset, which keeps their order. */
export interface Renumbering {
  /** Ids of the exported and of the importing workspace. */
  from: string;
  to: string;
  /** 0 if the other ids stay the same. */
  offset: number;
  /** Ids of the exported resources, sorted; empty if they stay the same. */
  ids: Float64Array;
}

/** Returns the new id of an exported resource; the same if it is none. */
export function renumberId(id: string, { from, to, offset, ids }: Renumbering): string {
  if (id === from) return to;
  return offset !== 0 && has(ids, Number(id)) ? String(Number(id) + offset) : id;
}

/** Returns a text, such as JSON, an object key or SQL, with all ids replaced. */
export function renumber(text: string, rules: Renumbering): string {
  return text.replace(RUN, (run, zeros: string, id: string) => {
    const next = renumberId(id, rules);
    return next === id ? run : next.padStart(zeros === "" ? 0 : run.length, "0");
  });
}

/** Returns an offset for ids that is new with each import. Negative, so that no id is later than the time of the import. */
export function newOffset(random: number): number {
  return -1 - (random % 2 ** 24);
}

function has(ids: Float64Array, id: number): boolean {
  let from = 0;
  for (let to = ids.length; from < to; ) {
    const middle = (from + to) >>> 1;
    if ((ids[middle] as number) < id) from = middle + 1;
    else to = middle;
  }
  return ids[from] === id;
}

/** Returns the renumbering of an import. */
export function renumberingOf(
  { workspace }: ExportRoot,
  to: string,
  offset: number,
  ids: Float64Array,
): Renumbering {
  return { from: workspace.id, to, offset, ids: offset === 0 ? new Float64Array() : ids.sort() };
}
