import { germlineWords, readGermlineFile } from "#shared/runtime/germlineFile.ts";
import { StartError } from "./listen.ts";

/** Reads the file in GERMLINES_FILE, and describes what it contains; null if it is not set. */
export async function germlineSetting(path: string | undefined): Promise<string | null> {
  if (path === undefined || path.trim() === "") return null;
  try {
    return germlineWords(await readGermlineFile(path));
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}
