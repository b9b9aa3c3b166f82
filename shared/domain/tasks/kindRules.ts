import { type ChainLayout, layoutOf, ONE_CHAIN, TWO_CHAINS } from "@pdp/basics/proteins";
import type { BrokenRule } from "@pdp/basics/schemas";

/** Returns the chains that a kind stands for, such as MONOMER or VHVL_SCORER. */
export function layoutOfKind(kind: string): ChainLayout {
  return kind.startsWith("VH") ? TWO_CHAINS : ONE_CHAIN;
}

/** Checks that a kind, such as MONOMER or VHVL_SAMPLER, states the number of chains of a sequence. */
export function kindRules(kind: string, sequence: string, path: (string | number)[]): BrokenRule[] {
  const isPair = layoutOf(sequence).length > 1;
  if (layoutOfKind(kind).length > 1 === isPair) return [];
  const [shape, expected] = isPair
    ? ["{vh, vl}", kind.replace("MONOMER", "VHVL")]
    : ["{monomer}", kind.replace("VHVL", "MONOMER")];
  return [{ path, message: `The sequence has the form ${shape}, so the kind must be ${expected}` }];
}
