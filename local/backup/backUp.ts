import { constants } from "node:fs";
import { copyFile, cp, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** File that marks a complete backup, and states when its databases were copied. */
const MARKER = "backup.json";
/** Parts of a data directory that belong to a running process, or can be computed again. */
const SKIPPED = new Set(["lock", "code-cache", "scratch", "s3/.temporary"]);
const DATABASE = /\.(?:sqlite|db)$/;
/** Files next to a database, whose content a copy of the database includes. */
const DATABASE_PARTS = /\.(?:sqlite|db)-(?:wal|shm|journal)$/;
const PARTIAL = ".partial";

export interface BackupSummary {
  /** Number and size of all files in the backup. */
  files: number;
  bytes: number;
  /** Number and size of the files that this backup copied. */
  copiedFiles: number;
  copiedBytes: number;
}

/**
 * Copies a data directory, which a platform may use, to a folder with an earlier backup or none. Objects are copied before and
 * after the databases, because the databases refer to objects that are written once: the copies of the databases find all of
 * theirs. Objects that no longer exist are removed last. A backup that is interrupted anywhere leaves the earlier one usable.
 */
export async function backUp(source: string, target: string): Promise<BackupSummary> {
  if (!(await stat(join(source, "dynamodb")).catch(() => null)))
    throw new Error(`${source} contains no data of a platform. Set DATA_DIR to the platform's directory.`);
  if (resolve(target).startsWith(`${resolve(source)}/`) || resolve(target) === resolve(source))
    throw new Error("The backup must not be inside DATA_DIR.");
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0 && !(await createdAt(target)) && !(await isUnfinished(target)))
    throw new Error(`${target} is not empty, and contains no backup.`);
  await writeMarker(target, await createdAt(target));
  const summary: BackupSummary = { files: 0, bytes: 0, copiedFiles: 0, copiedBytes: 0 };
  await copyObjects(source, target, summary);
  const at = new Date().toISOString();
  const databases = (await filesOf(source)).filter((path) => DATABASE.test(path));
  for (const path of databases) await copyDatabase(join(source, path), join(target, path));
  const present = await copyObjects(source, target, summary);
  for (const path of databases) await rename(join(target, path) + PARTIAL, join(target, path));
  await writeMarker(target, at);
  for (const path of await filesOf(target))
    if (!present.has(path) && !databases.includes(path) && path !== MARKER) await rm(join(target, path));
  for (const path of await filesOf(target)) {
    summary.files += 1;
    summary.bytes += (await stat(join(target, path))).size;
  }
  return summary;
}

/** Copies the files that are new or have changed, except databases. Returns the paths of all such files. */
async function copyObjects(source: string, target: string, summary: BackupSummary): Promise<Set<string>> {
  const present = new Set<string>();
  for (const path of await filesOf(source)) {
    if (DATABASE.test(path) || DATABASE_PARTS.test(path)) continue;
    const from = await stat(join(source, path)).catch(missing);
    if (from === null) continue;
    present.add(path);
    const to = await stat(join(target, path)).catch(missing);
    if (to?.size === from.size && Math.abs(to.mtimeMs - from.mtimeMs) < 2) continue;
    if (!(await copyOne(join(source, path), join(target, path), from))) continue;
    summary.copiedFiles += 1;
    summary.copiedBytes += from.size;
  }
  return present;
}

/** Copies a file under another name first. Returns false if it no longer exists. */
async function copyOne(
  from: string,
  to: string,
  { atime, mtime }: { atime: Date; mtime: Date },
): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const copied = await copyFile(from, to + PARTIAL, constants.COPYFILE_FICLONE).then(() => true, missing);
  if (copied === null) return false;
  await utimes(to + PARTIAL, atime, mtime);
  await rename(to + PARTIAL, to);
  return true;
}

/** Writes a copy of a database, as of one moment and without deleted records, beside the earlier one. */
async function copyDatabase(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await rm(to + PARTIAL, { force: true });
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    database.prepare("VACUUM INTO ?").run(to + PARTIAL);
  } finally {
    database.close();
  }
  const file = await open(to + PARTIAL, "r+");
  await file.chmod(0o600);
  await file.sync();
  await file.close();
}

/** Copies a backup to a data directory, which must be empty. Returns when the backup was made. */
export async function restoreBackup(backup: string, target: string): Promise<string> {
  const at = await createdAt(backup);
  if (at === null) throw new Error(`${backup} contains no complete backup.`);
  if ((await readdir(target).catch(() => [])).length > 0)
    throw new Error(`${target} is not empty. Move it away, or set DATA_DIR to another directory.`);
  const partial = target.replace(/\/+$/, "") + PARTIAL;
  await rm(partial, { recursive: true, force: true });
  const filter = (path: string) => !path.endsWith(PARTIAL) && path !== join(backup, MARKER);
  await cp(backup, partial, { recursive: true, preserveTimestamps: true, filter });
  await rm(target, { recursive: true, force: true });
  await rename(partial, target);
  return at;
}

/** Returns the paths of all files of a folder, relative to it, without those that are skipped. */
async function filesOf(folder: string, below = ""): Promise<string[]> {
  const paths: string[] = [];
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(missing);
  for (const entry of entries ?? []) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (SKIPPED.has(path)) continue;
    if (entry.isDirectory()) paths.push(...(await filesOf(folder, path)));
    else if (entry.isFile()) paths.push(path);
  }
  return paths;
}

async function readMarker(folder: string): Promise<{ created_at: string | null } | null> {
  const text = await readFile(join(folder, MARKER), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as { created_at: string | null });
}

async function createdAt(folder: string): Promise<string | null> {
  return (await readMarker(folder))?.created_at ?? null;
}

async function isUnfinished(folder: string): Promise<boolean> {
  return (await readMarker(folder))?.created_at === null;
}

async function writeMarker(folder: string, at: string | null): Promise<void> {
  const path = join(folder, MARKER);
  const file = await open(path + PARTIAL, "w", 0o600);
  await file.writeFile(JSON.stringify({ created_at: at }));
  await file.sync();
  await file.close();
  await rename(path + PARTIAL, path);
}

/** Handles a file that does not exist: it was deleted in the meantime. */
function missing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
