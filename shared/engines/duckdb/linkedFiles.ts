import { randomUUID } from "node:crypto";
import { linkSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Maximum number of files linked per query; beyond that, creating the links takes longer than opening an instance. */
const MAX_LINKS = 64;

/** Files of a query, linked into the directory of its instance. */
export interface LinkedFiles {
  /** Link paths by object key. */
  paths: ReadonlyMap<string, string>;
  remove: () => void;
}

/**
 * Links files into a directory under new names, so that DuckDB does not mistake a file for one that it has already read.
 * Returns undefined if there are too many files, or if they are on another disk or cannot be linked. Creating and removing a
 * link takes a few hundredths of a millisecond, much less than waiting for another thread.
 */
export function linkFiles(files: ReadonlyMap<string, string>, directory: string): LinkedFiles | undefined {
  if (files.size > MAX_LINKS) return undefined;
  const paths = new Map<string, string>();
  const remove = (): void => {
    for (const path of paths.values()) {
      try {
        rmSync(path, { force: true });
      } catch {
        // Remains until the folder of this process is removed.
      }
    }
  };
  try {
    for (const [key, path] of files) {
      const name = join(directory, `${randomUUID()}.parquet`);
      linkSync(path, name);
      paths.set(key, name);
    }
  } catch {
    remove();
    return undefined;
  }
  return { paths, remove };
}
