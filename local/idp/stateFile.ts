import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { StartError } from "../listen.ts";
import { emptyState, IdpState } from "./idpState.ts";

/** Reads the state at `path`, or returns a new one. If it is invalid, rejects with a sentence that names the file. */
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
