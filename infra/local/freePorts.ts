import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below what systems give to connections that go out (from 32,768 on), where a free port may be gone a moment later. */
const FIRST = 10_000;
const LAST = 32_000;

const ATTEMPTS = 100;

/** Returns the first of so many ports of a loopback address, one after the other, that are free now. */
export async function freePorts(count: number, host = "127.0.0.1"): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = randomInt(FIRST, LAST);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(ports.map((port) => isFree(port, host)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`No ${count} free ports were found between ${FIRST} and ${LAST} on ${host}.`);
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
