const MAX_ADDRESS_LENGTH = 45;

/**
 * Returns the IP address of the client of a request that came through the edge: the last address in `X-Forwarded-For` that is
 * not the edge's. Clients can send the addresses before it.
 */
export function clientAddress(edge: string | null, forwardedFor: string | undefined): string | null {
  const addresses = (forwardedFor ?? "").split(",").map((address) => address.trim());
  const forwarded = addresses.filter((address) => address !== "" && address !== edge).at(-1);
  return (forwarded ?? edge)?.slice(0, MAX_ADDRESS_LENGTH) ?? null;
}
