import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { endianness } from "node:os";

/** Tables of the connections of this machine, as Linux shows them. The second one has IPv4 in mapped form, too. */
const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
const MAPPED_PREFIX = Buffer.from("00000000000000000000ffff", "hex");
/** Inode of a socket without a process. Its account is shown as root. */
const CLOSED = "0";

type Connection = Pick<Socket, "remoteAddress" | "remotePort" | "localAddress" | "localPort">;

/**
 * Returns the id of the account that holds the other end of a loopback connection over IPv4, as the kernel reports it.
 * Returns null if no process holds it any more, and undefined if this system does not report it.
 */
export async function peerAccount(connection: Connection): Promise<number | null | undefined> {
  const texts = await Promise.all(TABLES.map((path) => readFile(path, "utf8").catch(() => undefined)));
  if (texts[0] === undefined) return undefined;
  const { remoteAddress, remotePort, localAddress, localPort } = connection;
  // A socket that has been closed has no addresses any more.
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

/** Returns the two notations of an address and a port in the tables: as IPv4, and mapped into IPv6. */
function endpoints(address: string, port = 0): string[] {
  const bytes = Buffer.from(
    address
      .replace(/^::ffff:/i, "")
      .split(".")
      .map(Number),
  );
  const digits = port.toString(16).toUpperCase().padStart(4, "0");
  return [bytes, Buffer.concat([MAPPED_PREFIX, bytes])].map((one) => `${words(one)}:${digits}`);
}

/** Formats bytes like the tables: in words of four bytes, each in native byte order. */
function words(bytes: Buffer): string {
  const ordered = Buffer.from(bytes);
  if (endianness() === "LE") ordered.swap32();
  return ordered.toString("hex").toUpperCase();
}
