import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file atomically and durably: after a crash or a failure, it has either the old or the new content. Only its owner
 * may read it.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.writing`;
  // A file left by a crash may be readable by others.
  await rm(temporary, { force: true });
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
