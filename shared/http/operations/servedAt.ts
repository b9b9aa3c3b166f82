import type { Contract } from "./contract.ts";

/** Kind of address: the platform's, or a region's. */
export type AddressKind = "platform" | "region";

/**
 * Returns whether an operation is served at a kind of address. Operations for workspace members are served in the regions, and
 * all others at the platform's address.
 */
export function isServedAt({ audience, alsoRegional = false }: Contract, kind: AddressKind): boolean {
  return kind === "region" ? audience === "member" || alsoRegional : audience !== "member";
}
