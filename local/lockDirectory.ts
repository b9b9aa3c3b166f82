import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { listen, StartError } from "./listen.ts";

/**
 * Locks a data directory for one platform at a time. The lock names a loopback port on which the lock's owner responds with
 * the lock's token. A lock left by a killed process is therefore detected as stale, even if its process ID or port has been
 * reused.
 */
export async function lockDirectory(directory: string): Promise<{ release: () => Promise<void> }> {
  await mkdir(directory, { recursive: true });
  const path = pathOfLock(directory);
  const token = randomUUID();
  const server = createServer((socket) => socket.end(token).on("error", () => undefined));
  const port = await listen(server.unref(), 0, "lock");
  for (let attempt = 0; ; attempt += 1) {
    try {
      await writeFile(path, JSON.stringify({ pid: process.pid, port, token }), { flag: "wx" });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 3) throw error;
      await removeStale(path, directory, server);
    }
  }
  return {
    release: async () => {
      await rm(path, { force: true });
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the process id of the platform that uses a data directory; null if none does. */
export async function holderOf(directory: string): Promise<number | null> {
  const holder = await readHolder(pathOfLock(directory));
  return holder && (await answers(holder)) ? holder.pid : null;
}

function pathOfLock(directory: string): string {
  return join(directory, "lock");
}

async function removeStale(path: string, directory: string, server: Server): Promise<void> {
  const holder = await readHolder(path);
  if (holder && (await answers(holder))) {
    server.close();
    throw new StartError(
      `The data directory ${directory} is in use by another platform (process ${holder.pid}). Stop that platform, or choose another directory, with the same PORT: DATA_DIR=… npm start.`,
    );
  }
  await rm(path, { force: true });
}

interface Holder {
  pid: number;
  port: number;
  token: string;
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Holder;
  } catch {
    return null;
  }
}

async function answers({ port, token }: Holder): Promise<boolean> {
  const socket = connect({ host: "127.0.0.1", port, timeout: 1_000 });
  socket.on("timeout", () => socket.destroy());
  return (await text(socket).catch(() => "")) === token;
}
