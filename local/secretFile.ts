import { open, readFile } from "node:fs/promises";
import { StartError } from "./listen.ts";
import { newSecret } from "./localCredentials.ts";
import { writePrivateFile } from "./writePrivateFile.ts";

/**
 * Returns the secret in a file. If the file does not exist, creates one that only its owner can read; otherwise removes
 * the access of others.
 */
export async function secretFile(path: string): Promise<string> {
  const secret = (await readOrNull(path)) ?? (await create(path));
  if (/^[0-9a-f]{32}$/.test(secret)) return secret;
  throw new StartError(
    `The file ${path} does not contain a secret. Restore it, or delete it to generate a new secret at the next start.`,
  );
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    const file = await open(path, "r");
    try {
      await file.chmod(0o600);
      return (await readFile(file, "utf8")).trim();
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function create(path: string): Promise<string> {
  const secret = newSecret();
  await writePrivateFile(path, `${secret}\n`);
  return secret;
}
