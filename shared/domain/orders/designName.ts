/** Returns the name of a design by its rank, such as `D001`; measurements refer to it. */
export function designName(prefix: string, rank: number): string {
  return `${prefix}${String(rank).padStart(3, "0")}`;
}
