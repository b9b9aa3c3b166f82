const GROUPS = 8;
/** Number of 16-bit groups of an IPv6 address that identify a network; its owner chooses the rest. */
const NETWORK_GROUPS = 4;

/** Returns the network that an IP address is counted under: the address itself for IPv4, and its /64 for IPv6. */
export function networkOf(address: string): string {
  // IPv4, or IPv4 in an IPv6 address.
  if (address.includes(".")) return address.slice(address.lastIndexOf(":") + 1);
  const [head = "", tail] = address.split("::");
  const [first, last] = [head, tail ?? ""].map((groups) => (groups === "" ? [] : groups.split(":")));
  const zeros = Array(Math.max(0, GROUPS - (first?.length ?? 0) - (last?.length ?? 0))).fill("0");
  return [...(first ?? []), ...zeros, ...(last ?? [])].slice(0, NETWORK_GROUPS).join(":");
}
