import { chainsOf } from "@pdp/basics/proteins";
import { formatCount, joinNames } from "@pdp/basics/wording";
import {
  type ClosestGenes,
  closestGenes,
  type Developability,
  domainsOfChains,
  type Germlines,
  genesText,
} from "@pdp/science/antibodies";
import type { ReportSection } from "./report.ts";

export const TYPES = { H: "heavy", K: "light, κ", L: "light, λ" };
/** Maximum number of variants that are compared, and of rows of their table. */
const [MAX_VARIANTS, MAX_ROWS] = [500, 40];

type PlacedDomain = Developability["domains"][number];

/** Names the residues of a domain, such as `H:1–120`. */
export function residuesOf(sequence: string, { domain, start }: PlacedDomain): string {
  const chain = chainsOf(sequence).findLast((chain) => chain.start <= start);
  const offset = start - (chain?.start ?? 0) + domain.start;
  return `${chain?.prefix ?? ""}${offset + 1}–${offset + domain.numbers.length}`;
}

/** Names the germline genes that are the closest to each domain of an antibody. */
export function germlineSection(
  sequence: string,
  { domains }: Developability,
  whose: string,
  germlines: Germlines,
): ReportSection {
  return {
    title: "Germline genes",
    text: `The germline genes that are the closest to the ${whose}, with the share of identical residues and the number of residues compared. V genes are compared from FR1 to FR3, J genes in FR4 and as far into CDR3 as they agree.`,
    table: {
      columns: [
        { title: "Chain", kind: "text" },
        { title: "Residues", kind: "text" },
        { title: "Closest V gene", kind: "text" },
        { title: "Closest J gene", kind: "text" },
      ],
      rows: domains.map((placed) => {
        const { v, j } = closestGenes(sequence.slice(placed.start), placed.domain, germlines);
        return [
          TYPES[placed.domain.type],
          residuesOf(sequence, placed),
          v ? genesText(v) : "",
          j ? genesText(j) : "",
        ];
      }),
    },
  };
}

/** Counts the closest genes of variants; empty if those of each chain are the same. */
export function variantGeneSections(variants: readonly string[], germlines: Germlines): ReportSection[] {
  const compared = variants.slice(0, MAX_VARIANTS);
  const origins = compared.flatMap((sequence) =>
    domainsOfChains(sequence, "IMGT").map(({ domain, start }) => {
      const { v, j } = closestGenes(sequence.slice(start), domain, germlines);
      return [TYPES[domain.type], firstGene(v), firstGene(j)] as const;
    }),
  );
  const counts = Map.groupBy(origins, (origin) => origin.join("\t"));
  const types = new Set(origins.map(([type]) => type));
  if (counts.size <= types.size) return [];
  const rows = [...counts.values()]
    .toSorted((gene, other) => other.length - gene.length)
    .map((same) => [...same[0]!, same.length]);
  const others =
    variants.length > compared.length ? `, the first of ${formatCount(variants.length, "sequence")}` : "";
  return [
    {
      title: "Germline genes of the variants",
      text: `Closest germline genes of ${formatCount(compared.length, "sequence")}${others}.${rows.length > MAX_ROWS ? ` The ${MAX_ROWS} most frequent pairs are listed.` : ""}`,
      table: {
        columns: [
          { title: "Chain", kind: "text" },
          { title: "Closest V gene", kind: "text" },
          { title: "Closest J gene", kind: "text" },
          { title: "Sequences", kind: "number" },
        ],
        rows: rows.slice(0, MAX_ROWS),
      },
    },
  ];
}

/** Names a gene without its allele, because a mutation may change which allele is the closest. */
function firstGene(genes: ClosestGenes | null): string {
  return genes === null
    ? ""
    : joinNames([...new Set(genes.genes.map(({ name }) => name.split("*", 1)[0]!))], 1);
}
