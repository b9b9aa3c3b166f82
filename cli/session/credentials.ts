import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Selection of `pdp use` for later commands. */
export interface Selection {
  workspace?: string;
  /** By name or ID. */
  project?: string;
}

/** Sign-in to one platform. */
export interface KeptSession extends Selection {
  provider: { url: string; clientId: string };
  accessToken: string;
  refreshToken: string;
}

/** Credentials stored between commands, by platform URL. */
export interface Credentials {
  /** Platform of the last sign-in. */
  url?: string;
  platforms: Record<string, KeptSession>;
  /** Selections of programs that have only a token, by platform URL. */
  selections?: Record<string, Selection>;
}

/** Returns what `pdp use` selected on a platform. */
export function selectionOf({ platforms, selections }: Credentials, url: string): Selection {
  return platforms[url] ?? selections?.[url] ?? {};
}

type Environment = Record<string, string | undefined>;

/** Time after which a lock counts as abandoned, in milliseconds. */
const LOCK_MS = 15_000;

/** Returns the path of the credentials: under `XDG_CONFIG_HOME` or `~/.config`. */
export function credentialsPath(env: Environment): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config");
  return join(base, "pdp", "credentials.json");
}

export async function readCredentials(path: string): Promise<Credentials> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (Object(error).code === "ENOENT") return { platforms: {} };
    throw error;
  }
  try {
    return { platforms: {}, ...(JSON.parse(text) as Partial<Credentials>) };
  } catch {
    throw new Error(`${path} is damaged: delete it, and sign in again with: pdp login`);
  }
}

/**
 * Changes the credentials under a lock: each refresh token can be used only once, and the loser of a race would be signed out.
 * Only the owner can read the file, and it is replaced atomically.
 */
export async function changeCredentials<T>(
  path: string,
  change: (credentials: Credentials) => T | Promise<T>,
): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unlock = await lock(`${path}.lock`);
  try {
    const credentials = await readCredentials(path);
    const before = JSON.stringify(credentials);
    const result = await change(credentials);
    if (JSON.stringify(credentials) !== before) await write(path, credentials);
    return result;
  } finally {
    await unlock();
  }
}

async function write(path: string, credentials: Credentials): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await rm(draft, { force: true });
  await using file = await open(draft, "wx", 0o600);
  await file.writeFile(`${JSON.stringify(credentials, null, 2)}\n`);
  await file.sync();
  await rename(draft, path);
}

async function lock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await (await open(path, "wx", 0o600)).close();
      return () => rm(path, { force: true });
    } catch (error) {
      if (Object(error).code !== "EEXIST") throw error;
    }
    const made = await stat(path).catch(() => null);
    if (made !== null && Date.now() - made.mtimeMs > LOCK_MS) await rm(path, { force: true });
    else await sleep(50);
  }
}
