import { CHAIN_BREAK, consensusOf } from "@pdp/basics/proteins";
import type { Counted, MeasuredVariant } from "./substitutions.ts";

export const CHAINS = { vh: "heavy", vl: "light" } as const;
export type Chain = keyof typeof CHAINS;

/** Returns a chain of a protein with two, and the other one. */
export function chainTexts(sequence: string, chain: Chain): { selected: string; other: string } {
  const [vh = "", vl = ""] = sequence.split(CHAIN_BREAK);
  return chain === "vh" ? { selected: vh, other: vl } : { selected: vl, other: vh };
}

/** Returns the protein with another text for one of its chains. */
export function withChain(sequence: string, chain: Chain, text: string): string {
  const { other } = chainTexts(sequence, chain);
  return (chain === "vh" ? [text, other] : [other, text]).join(CHAIN_BREAK);
}

/**
 * Returns one chain of variants with two. For substitutions alone, only variants are used whose other chain is `other`; defaults to the most
 * common residues of it.
 */
export function variantsOfChain(
  variants: readonly MeasuredVariant[],
  chain: Chain,
  counted: Counted,
  other?: string,
): MeasuredVariant[] {
  const texts = variants.map(({ sequence }) => chainTexts(sequence, chain));
  const usual = other ?? consensusOf(texts.map((text) => text.other));
  return variants.flatMap((variant, index) => {
    const { selected, other: rest } = texts[index] as (typeof texts)[number];
    if (selected === "" || (counted === "single" && rest !== usual)) return [];
    return [{ ...variant, sequence: selected, mutations: null }];
  });
}
