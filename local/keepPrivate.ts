import { chmod, mkdir } from "node:fs/promises";
import { log } from "#shared/runtime/log.ts";

/** Permissions of everyone except the owner. */
const OTHERS = 0o077;

/**
 * Creates a directory that only its owner can read, and restricts all files that this process and its children create from now
 * on to the owner. For an existing directory, removes access for others.
 */
export async function keepPrivate(directory: string): Promise<void> {
  if (process.platform === "win32") {
    await mkdir(directory, { recursive: true });
    return;
  }
  process.umask(process.umask() | OTHERS);
  await mkdir(directory, { recursive: true });
  try {
    await chmod(directory, 0o700);
  } catch (error) {
    log().warn("other users on this machine can read the data directory", {
      directory,
      error: error as Error,
    });
  }
}
