import { type ChainLayout, layoutOf, ONE_CHAIN, TWO_CHAINS } from "@pdp/basics/proteins";
import type { BrokenRule } from "@pdp/basics/schemas";
import type { Datasets } from "./dataSources.ts";

interface Reference {
  monomer: string;
}

/** Checks that columns of two chains are only named for a reference with two chains. */
export function chainRules(
  datasets: Datasets | null,
  reference: Reference | null,
  path: (string | number)[],
): BrokenRule[] {
  if (reference === null || layoutOf(reference.monomer).length > 1) return [];
  return [datasets ?? []].flat().flatMap((dataset, index): BrokenRule[] => {
    if (!namesTwoChains(dataset)) return [];
    const at = Array.isArray(datasets) ? [...path, index] : path;
    const message = "The reference has one chain: name one column, or state a reference with vh and vl";
    return [{ path: [...at, "sequence_column"], message }];
  });
}

/** Returns the chains of measurements: those of the reference; without one, two if the kind or the columns say so. */
export function statedLayout(
  datasets: Datasets | null,
  reference: Reference | null,
  kind?: string,
): ChainLayout {
  if (reference !== null) return layoutOf(reference.monomer);
  if (kind === "VHVL" || [datasets ?? []].flat().some(namesTwoChains)) return TWO_CHAINS;
  return ONE_CHAIN;
}

function namesTwoChains({ sequence_column: column }: { sequence_column?: unknown }): boolean {
  return typeof column === "object" && column !== null;
}
