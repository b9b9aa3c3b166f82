import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** State of a TCP socket that accepts connections, in Linux's /proc. */
const LISTENING = "0A";

/** Returns the listening addresses of this user's processes, from Linux's /proc. */
export function listenersOf(pid: number): string[] {
  const inodes = socketInodes(pid);
  return ["tcp", "tcp6"].flatMap((protocol) =>
    readFileSync(`/proc/${pid}/net/${protocol}`, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode = ""]) => state === LISTENING && inodes.has(inode))
      .map(([, local = ""]) => addressOf(local)),
  );
}

function socketInodes(pid: number): Set<string> {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).map((name) => linkOf(`${folder}/${name}`));
  return new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []));
}

/** Returns the target of a link; empty if the link no longer exists. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/**
 * Decodes an address: for IPv4, the hexadecimal address in machine byte order, and the port. The host in other addresses stays
 * hexadecimal.
 */
function addressOf(hexadecimal: string): string {
  const [address = "", port = ""] = hexadecimal.split(":");
  const bytes = address.length === 8 ? (address.match(/../g) ?? []).reverse() : [];
  const host = bytes.length > 0 ? bytes.map((byte) => Number.parseInt(byte, 16)).join(".") : address;
  return `${host}:${Number.parseInt(port, 16)}`;
}

/** Returns the command line of a process, as readable by every account; empty if it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}
