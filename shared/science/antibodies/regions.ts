import { chainsOf } from "@pdp/basics/proteins";
import type { DomainType } from "./domainProfile.ts";
import { type NumberedDomain, type NumberingScheme, numberDomains } from "./numberDomains.ts";
import { REGION_PATTERN } from "./regionPattern.ts";

/** Frameworks and complementarity-determining regions of a domain, in order. */
export const REGIONS = ["FR1", "CDR1", "FR2", "CDR2", "FR3", "CDR3", "FR4"] as const;
export type RegionName = (typeof REGIONS)[number];

/**
 * First number of each region after FR1. IMGT: Lefranc et al. 2003. Kabat: Kabat et al. 1991. Chothia: the loops as in Al-Lazikani et al. 1997,
 * with the boundaries of the light chain that most programs use.
 */
const STARTS: Record<NumberingScheme, Record<"H" | "L", readonly number[]>> = {
  IMGT: { H: [27, 39, 56, 66, 105, 118], L: [27, 39, 56, 66, 105, 118] },
  KABAT: { H: [31, 36, 50, 66, 95, 103], L: [24, 35, 50, 57, 89, 98] },
  CHOTHIA: { H: [26, 33, 52, 57, 95, 103], L: [24, 35, 50, 57, 89, 98] },
};

/** Conserved cysteines of a domain in the IMGT numbering; they form a disulfide bond. */
const CYSTEINES = ["23", "104"];

/** Returns the region of a residue. */
export function regionOf(number: string, type: DomainType, scheme: NumberingScheme): RegionName {
  const position = Number.parseInt(number, 10);
  const starts = STARTS[scheme][type === "H" ? "H" : "L"];
  return REGIONS[starts.filter((start) => position >= start).length] ?? "FR4";
}

export interface StatedRegion {
  region: string;
  scheme: NumberingScheme;
}

/**
 * Returns the indices of the residues of a region in a joined sequence. Returns a sentence that explains what is missing if there is no
 * such region.
 */
export function findRegion(sequence: string, { region, scheme }: StatedRegion): number[] | string {
  const [, kind = "", chain, number = ""] = REGION_PATTERN.exec(region.toUpperCase()) ?? [];
  const names = REGIONS.filter((name) => kind !== "" && name.startsWith(kind) && name.endsWith(number));
  if (names.length === 0)
    return `There is no region ${region}. Use CDR-H1 to CDR-H3, FR-H1 to FR-H4, the same with L, or CDR-H, FR-L, CDR and FR for several`;
  const domains = domainsOfChains(sequence, scheme).filter(
    ({ domain }) => chain === undefined || (domain.type === "H") === (chain === "H"),
  );
  if (domains.length === 0) {
    const wanted = chain === undefined ? "variable domain" : chain === "H" ? "heavy chain" : "light chain";
    return `No ${wanted} was recognized in this sequence, so it has no ${region}. State ranges instead`;
  }
  return domains.flatMap(({ domain: { type, numbers, start: first }, start }) =>
    numbers.flatMap((each, at) => (names.includes(regionOf(each, type, scheme)) ? [start + first + at] : [])),
  );
}

/** Numbers the domains of all chains; `start` is the index of the chain in the joined sequence. */
export function domainsOfChains(
  sequence: string,
  scheme: NumberingScheme,
): { domain: NumberedDomain; start: number }[] {
  return chainsOf(sequence).flatMap(({ start, end }) =>
    numberDomains(sequence.slice(start, end), scheme).map((domain) => ({ domain, start })),
  );
}

/** Domains of a sequence; `start` is the index of their chain in the joined sequence. */
type PlacedDomains = ReturnType<typeof domainsOfChains>;

/**
 * Returns the indices of the cysteines in the disulfide bonds of variable domains. A cysteine whose partner is missing or mutated is not
 * paired. The domains may be those of another sequence with the same positions, such as the template of a design.
 */
export function pairedCysteines(sequence: string, domains: PlacedDomains): Set<number> {
  const indices = domains.flatMap(({ domain, start }) => {
    const positions = CYSTEINES.map((number) => domain.numbers.indexOf(number));
    const [first = -1, second = -1] = positions.map((at) => (at < 0 ? -1 : start + domain.start + at));
    return sequence[first] === "C" && sequence[second] === "C" ? [first, second] : [];
  });
  return new Set(indices);
}
