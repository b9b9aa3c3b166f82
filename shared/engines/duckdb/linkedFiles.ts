import { randomUUID } from "node:crypto";
import { link, rm } from "node:fs/promises";
import { join } from "node:path";

/** Maximum number of files linked per query; beyond that, creating the links takes longer than opening an instance. */
const MAX_LINKS = 64;

/** Files of a query, linked into the directory of its instance. */
export interface LinkedFiles {
  /** Link paths by object key. */
  paths: ReadonlyMap<string, string>;
  remove: () => Promise<void>;
}

/**
 * Links files into a directory under new names, so that DuckDB does not mistake a file for one that it has already read.
 * Returns undefined if there are too many files, or if they are on another disk or cannot be linked.
 */
export async function linkFiles(
  files: ReadonlyMap<string, string>,
  directory: string,
): Promise<LinkedFiles | undefined> {
  if (files.size > MAX_LINKS) return undefined;
  const made: string[] = [];
  const remove = async (): Promise<void> => {
    await Promise.allSettled(made.splice(0).map((path) => rm(path, { force: true })));
  };
  const linked = await Promise.allSettled(
    [...files].map(async ([key, path]): Promise<[string, string]> => {
      const name = join(directory, `${randomUUID()}.parquet`);
      await link(path, name);
      made.push(name);
      return [key, name];
    }),
  );
  const paths = linked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  if (paths.length === files.size) return { paths: new Map(paths), remove };
  await remove();
  return undefined;
}
