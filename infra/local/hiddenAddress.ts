import { randomInt } from "node:crypto";
import { freePorts } from "./freePorts.ts";

export interface HiddenAddress {
  host: string;
  port: number;
}

/**
 * Returns an address of loopback for a server without authentication. On Linux all of 127.0.0.0/8 is loopback: 24
 * random bits and a random port cannot be found by trying, as a page in a browser would have to. Elsewhere only the
 * port is random.
 */
export async function hiddenAddress(): Promise<HiddenAddress> {
  if (process.platform === "linux") {
    const host = `127.${randomInt(1, 255)}.${randomInt(255)}.${randomInt(1, 255)}`;
    const port = await freePorts(1, host).catch(() => undefined);
    if (port !== undefined) return { host, port };
  }
  return { host: "127.0.0.1", port: await freePorts(1) };
}
