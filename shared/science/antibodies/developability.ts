import { chainsOf } from "@pdp/basics/proteins";
import { findLiabilities, type LiabilityKind } from "./liabilities.ts";
import type { NumberedDomain } from "./numberDomains.ts";
import { type ProteinProperties, proteinProperties } from "./properties.ts";
import { domainsOfChains, pairedCysteines, type RegionName, regionOf } from "./regions.ts";

/** Liability with its place in a variable domain. */
export interface PlacedLiability {
  kind: LiabilityKind;
  motif: string;
  /** Index in the joined sequence. */
  position: number;
  /** Position within its chain, counted from 1, with the chain if there are two: `H:55`. */
  label: string;
  /** Index of its variable domain in the order of the sequence; null outside variable domains. */
  domain: number | null;
  /** IMGT number and region; null outside variable domains. */
  number: string | null;
  region: RegionName | null;
}

/** What the sequence of an antibody says about its development. */
export interface Developability {
  domains: { domain: NumberedDomain; start: number }[];
  liabilities: PlacedLiability[];
  properties: ProteinProperties;
}

/** Describes an antibody; null for a sequence without variable domains. */
export function developability(sequence: string): Developability | null {
  const domains = domainsOfChains(sequence, "IMGT");
  if (domains.length === 0) return null;
  return {
    domains,
    liabilities: placedLiabilities(sequence, domains),
    properties: propertiesOf(sequence),
  };
}

/**
 * Finds the liabilities of all chains, with their places in the given domains, which may be those of another sequence with the same
 * positions.
 */
export function placedLiabilities(sequence: string, domains: Developability["domains"]): PlacedLiability[] {
  const paired = pairedCysteines(sequence, domains);
  return chainsOf(sequence).flatMap(({ start, end, prefix }) => {
    const inChain = new Set([...paired].map((at) => at - start));
    return findLiabilities(sequence.slice(start, end), inChain).map(({ kind, motif, position }) => {
      const at = start + position;
      const index = domains.findIndex(
        ({ domain, start: first }) =>
          at >= first + domain.start && at < first + domain.start + domain.numbers.length,
      );
      const placed = domains[index];
      const number = placed ? (placed.domain.numbers[at - placed.start - placed.domain.start] ?? null) : null;
      return {
        kind,
        motif,
        position: at,
        label: `${prefix}${position + 1}`,
        domain: placed ? index : null,
        number,
        region: placed && number !== null ? regionOf(number, placed.domain.type, "IMGT") : null,
      };
    });
  });
}

export function propertiesOf(sequence: string): ProteinProperties {
  return proteinProperties(chainsOf(sequence).map(({ start, end }) => sequence.slice(start, end)));
}
