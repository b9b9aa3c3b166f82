import { type Context, projectOf, roundIdOf } from "#shared/domain/context.ts";
import { timeOfId } from "#shared/domain/id.ts";
import { type DataFile, type LoadRows, loadsOf, type Manifest, type MergedDataFile } from "./manifest.ts";

/** Rules for merging small data files. */
export interface CompactionRules {
  /** Number of small files of one project that triggers a merge. */
  minFiles: number;
  /** Minimum age of loads before their files are merged, in milliseconds. */
  minAgeMs: number;
  /** File size, in bytes, above which a file no longer counts as small; also the approximate maximum size of a merged file. */
  targetBytes: number;
}

/** Maximum number of files merged at once. */
export const MAX_MERGED_FILES = 2_000;

/** Returns whether a table may have enough small files to be compacted, based only on its segment counts. */
export function mayNeedCompaction({ segments }: Manifest, { minFiles }: CompactionRules): boolean {
  const plain = segments.reduce((count, { files, merged = 0 }) => count + files - merged, 0);
  return plain >= minFiles;
}

/**
 * Selects the files to merge into one: the smallest files of a project, chosen so that all but the largest of them together
 * have at least as many rows as the largest. A merged file therefore has at least twice the rows of each of its sources, and
 * each row is rewritten at most log2(number of table rows) times. At most one file per power of two remains unmerged. Null if
 * there are too few files.
 *
 * @param now milliseconds since 1970
 */
export function chooseMerge(
  files: readonly DataFile[],
  rules: CompactionRules,
  now: number,
): DataFile[] | null {
  const isOld = (file: DataFile): boolean =>
    loadsOf(file).every(({ load_id }) => Date.parse(timeOfId(load_id)) <= now - rules.minAgeMs);
  const groups = Map.groupBy(
    files.filter((file) => file.bytes < rules.targetBytes && isOld(file)),
    ({ context }) => projectOf(context),
  );
  for (const group of groups.values()) {
    if (group.length < rules.minFiles) continue;
    const chosen = new Set(doubling(group, rules.targetBytes));
    if (chosen.size > 0) return group.filter((file) => chosen.has(file));
  }
  return null;
}

/** Returns the longest run of the smallest files that yields at least twice the rows of its largest source. */
function doubling(group: readonly DataFile[], targetBytes: number): DataFile[] {
  const ascending = group.toSorted((a, b) => a.rows - b.rows);
  let [rows, bytes, length] = [0, 0, 0];
  for (const [index, file] of ascending.slice(0, MAX_MERGED_FILES).entries()) {
    bytes += file.bytes;
    if (bytes > targetBytes && index >= 2) break;
    if (index > 0 && file.rows <= rows) length = index + 1;
    rows += file.rows;
  }
  return ascending.slice(0, length);
}

/** Returns the context of rows of one project: who sees them depends only on their project. */
function contextOf(files: readonly DataFile[], first: DataFile): Context {
  const projectId = projectOf(first.context);
  const isSame = files.every(({ context }) => roundIdOf(context) === roundIdOf(first.context));
  return isSame || projectId === null ? first.context : { kind: "PROJECT", project_id: projectId };
}

/**
 * Returns the files of a table after merging `sources`, as they were when their rows were read, into `object`. The table may
 * have changed since then: rows of a load that it no longer contains do not count. Null if the merge can no longer be used, or
 * if other files now contain some of a load's rows.
 */
export function replaceSources(
  files: readonly DataFile[],
  sources: readonly DataFile[],
  object: Pick<MergedDataFile, "key" | "bytes" | "statistics">,
): { merged: MergedDataFile; replaced: Set<string> } | null {
  const [first] = sources;
  const present = new Map(files.map((file) => [file.key, file]));
  const counting = new Map<string, number>();
  const hidden = new Map<string, number>();
  for (const source of sources) {
    const current = present.get(source.key);
    const kept = new Set(current ? loadsOf(current).map(({ load_id }) => load_id) : []);
    for (const { load_id, rows } of loadsOf(source)) {
      if (kept.has(load_id)) counting.set(load_id, (counting.get(load_id) ?? 0) + rows);
      else hidden.set(load_id, (hidden.get(load_id) ?? 0) + rows);
    }
  }
  const isSplit = [...hidden.keys()].some((load) => counting.has(load));
  if (!first || isSplit || counting.size === 0) return null;
  const loads: LoadRows[] = [...counting].map(([load_id, rows]) => ({ load_id, rows }));
  const merged: MergedDataFile = {
    ...object,
    context: contextOf(sources, first),
    rows: loads.reduce((sum, { rows }) => sum + rows, 0),
    loads,
    ...(hidden.size > 0 && { hidden_loads: [...hidden.keys()], hidden_rows: [...hidden.values()] }),
  };
  return { merged, replaced: new Set(sources.map(({ key }) => key)) };
}
