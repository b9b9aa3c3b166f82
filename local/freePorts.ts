import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * First candidate: below the operating systems' ephemeral port range (from 32,768), in which a free port may soon be in use.
 */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;

const ATTEMPTS = 100;

/** Returns the first of `count` consecutive ports on a loopback address that are currently free. */
export async function freePorts(count: number, host = "127.0.0.1"): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = randomInt(FIRST_PORT, LAST_PORT);
    if (await areFree(first, count, host)) return first;
  }
  throw new Error(`Could not find ${count} free ports between ${FIRST_PORT} and ${LAST_PORT} on ${host}.`);
}

/** Returns the lowest port from `first` on that begins `count` free ports; undefined if there is none nearby. */
export async function nextFreePorts(first: number, count: number): Promise<number | undefined> {
  for (let port = first; port < first + ATTEMPTS && port + count <= 65_536; port += 1) {
    if (await areFree(port, count, "127.0.0.1")) return port;
  }
  return undefined;
}

async function areFree(first: number, count: number, host: string): Promise<boolean> {
  const ports = Array.from({ length: count }, (_, index) => first + index);
  return (await Promise.all(ports.map((port) => isFree(port, host)))).every(Boolean);
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    server.close();
    await once(server, "close");
    return true;
  } catch {
    return false;
  }
}
