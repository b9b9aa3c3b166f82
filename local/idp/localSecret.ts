import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns the directory with the platform's state, following the same rule as `npm start`. */
export function dataDirectoryFrom({ DATA_DIR = ".data" }: NodeJS.ProcessEnv): string {
  return DATA_DIR;
}

/** Returns the file with the secret for the local provider's calls. Only the account that runs the platform can read it. */
export function localSecretPath(dataDirectory: string): string {
  return join(dataDirectory, "local-secret");
}

/** Reads the secret of the platform that keeps its state in the given directory. Rejects with a sentence that names the file. */
export async function readLocalSecret(dataDirectory: string): Promise<string> {
  const path = localSecretPath(dataDirectory);
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    throw new Error(explain(path, error as NodeJS.ErrnoException));
  }
}

function explain(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") {
    return `The file ${path} does not exist. Start the platform with "npm start", and set DATA_DIR to the same directory here.`;
  }
  if (code === "EACCES" || code === "EPERM") {
    return `Only the account that runs the platform can read ${path}. Run this command as that account.`;
  }
  return `The file ${path} cannot be read: ${message}.`;
}
