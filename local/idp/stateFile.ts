import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { StartError } from "../listen.ts";
import { emptyState, IdpState } from "./idpState.ts";

/** Reads the state at `path`, or returns a new one. Rejects with a sentence that names the file if it is invalid. */
export async function readState(path: string): Promise<IdpState> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return emptyState();
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), IdpState), text);
  if (parsed.success) return parsed.output;
  throw new StartError(
    `The identity provider's state in ${path} cannot be read (${parsed.issues[0].message}). ` +
      "Restore the file, or remove it to start without users, organizations and keys.",
  );
}

/**
 * Writes the state, as JSON, atomically and durably: after a crash or a failure the file has the old state or the new
 * one. Only its owner may read it.
 */
export async function writeState(path: string, text: string): Promise<void> {
  const temporary = `${path}.writing`;
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
