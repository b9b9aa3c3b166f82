import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { endianness } from "node:os";

/** Connection tables of this machine, as exposed by Linux. The second table also lists IPv4 connections, in mapped form. */
const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
const MAPPED_PREFIX = Buffer.from("00000000000000000000ffff", "hex");
/** Inode that the tables list for a socket that no process owns; they list root as its account. */
const CLOSED = "0";

type Connection = Pick<Socket, "remoteAddress" | "remotePort" | "localAddress" | "localPort">;

/**
 * Returns the ID of the account that owns the other end of a loopback IPv4 connection, as reported by the kernel. Returns null
 * if no process owns it any longer, and undefined if the system does not report it.
 */
export async function peerAccount(connection: Connection): Promise<number | null | undefined> {
  const texts = await Promise.all(TABLES.map((path) => readFile(path, "utf8").catch(() => undefined)));
  if (texts[0] === undefined) return undefined;
  const { remoteAddress, remotePort, localAddress, localPort } = connection;
  // A closed socket no longer has addresses.
  if (remoteAddress === undefined || localAddress === undefined) return null;
  // The other end has the same addresses in reverse order.
  const wanted = [endpoints(remoteAddress, remotePort), endpoints(localAddress, localPort)];
  for (const line of texts.flatMap((text) => (text ?? "").split("\n"))) {
    const [, from = "", to = "", , , , , uid, , inode] = line.trim().split(/\s+/);
    const isPeer = wanted[0]?.includes(from) && wanted[1]?.includes(to);
    if (isPeer && inode !== CLOSED) return Number(uid);
  }
  return null;
}

/** Returns the two notations of an address and port in the tables: as IPv4 and mapped to IPv6. */
function endpoints(address: string, port = 0): string[] {
  const bytes = Buffer.from(
    address
      .replace(/^::ffff:/i, "")
      .split(".")
      .map(Number),
  );
  const digits = port.toString(16).toUpperCase().padStart(4, "0");
  return [bytes, Buffer.concat([MAPPED_PREFIX, bytes])].map((form) => `${words(form)}:${digits}`);
}

/** Formats bytes as the tables do: in four-byte words, each in native byte order. */
function words(bytes: Buffer): string {
  const ordered = Buffer.from(bytes);
  if (endianness() === "LE") ordered.swap32();
  return ordered.toString("hex").toUpperCase();
}
