import { joinNames } from "@pdp/basics/wording";
import type { ClosestGenes } from "./closestGenes.ts";

/** Maximum number of genes named in a text. */
const MAX_NAMED = 2;

/** Names the closest genes and their identity: "IGHV3-23*01, IGHV3-23*04 and 2 more (Homo sapiens), 97.9 % of 96". */
export function genesText({ genes, identity, compared }: ClosestGenes): string {
  const species = [...new Set(genes.flatMap((gene) => gene.species ?? []))];
  const names = joinNames([...new Set(genes.map(({ name }) => name))], MAX_NAMED);
  const from = species.length > 0 ? ` (${joinNames(species, MAX_NAMED)})` : "";
  return `${names}${from}, ${(100 * identity).toFixed(1)} % of ${compared}`;
}
