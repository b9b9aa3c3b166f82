import { applyMutations, type MutatedReference } from "./applyMutations.ts";
import { type Chain, chainsOf, joinChains } from "./chains.ts";
import type { Truncation } from "./change.ts";
import { FROM_ONE } from "./numbering.ts";
import { isWildType, MAX_MUTATIONS_CHARACTERS, readMutations } from "./readMutations.ts";

/** Sequences of both chains of a variant, or the reason why there are none. `truncation` is a stop or a frameshift. */
export type MutatedChains = { sequence: string } | { truncation: Truncation } | { reason: string };

/** Separators, and the name of a chain: `H:`, `L:`, `VH:` or `VL:`. */
const CHAIN = /(?:^|[\s;,|&+]{1,3})v?([hl]):/i;

/**
 * Applies mutations such as `H:A23G L:S93T` to a joined reference. Several of one chain follow its name: `H:A23G;T30S L:S93T`, or
 * repeat it. Runs in linear time.
 */
export function applyChainMutations(
  text: string,
  { sequence }: Pick<MutatedReference, "sequence">,
): MutatedChains {
  if (text.length > MAX_MUTATIONS_CHARACTERS) return { reason: "is too long" };
  const chains = chainsOf(sequence);
  if (isWildType(text)) return { sequence };
  const [before = "", ...parts] = text.trim().split(CHAIN);
  if (before !== "" || parts.length === 0)
    return { reason: "does not name the chain of its mutations; write H:A23G L:S93T" };
  const codes = new Map<string, string[]>();
  for (let at = 0; at < parts.length; at += 2) {
    const name = parts[at]!.toUpperCase() === "H" ? "vh" : "vl";
    codes.set(name, [...(codes.get(name) ?? []), parts[at + 1]!]);
  }
  const mutated = chains.map((chain) => applyToChain(codes.get(chain.name), chain, sequence));
  const failed = mutated.find((chain) => !("sequence" in chain));
  if (failed) return failed;
  const [vh, vl] = mutated.map((chain) => ("sequence" in chain ? chain.sequence : ""));
  return { sequence: joinChains(vh, vl) };
}

function applyToChain(
  codes: string[] | undefined,
  { start, end, prefix }: Chain,
  joined: string,
): MutatedChains {
  const sequence = joined.slice(start, end);
  if (codes === undefined) return { sequence };
  const read = readMutations(codes.join(";"));
  if ("truncation" in read) return read;
  const mutated = "reason" in read ? read : applyMutations(read.changes, { sequence, numbering: FROM_ONE });
  if ("reason" in mutated) return { reason: `${mutated.reason} (chain ${prefix.slice(0, -1)})` };
  return mutated;
}
