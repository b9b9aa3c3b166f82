import type { Contract } from "./contract.ts";

/** Kind of address: the platform's, or that of a region. */
export type AddressKind = "platform" | "region";

/** Tells whether an operation is served at a kind of address: those of members in regions, all others at the platform's. */
export function isServedAt({ audience, alsoRegional = false }: Contract, kind: AddressKind): boolean {
  return kind === "region" ? audience === "member" || alsoRegional : audience !== "member";
}
