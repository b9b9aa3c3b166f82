import { domainsOfChains, type RegionName, regionOf } from "@pdp/science/antibodies";

/** Place of a residue in a variable domain, in the IMGT numbering. */
export interface DomainResidue {
  number: string;
  region: RegionName;
}

/** Returns the place of each residue of a protein in its variable domains; null outside them. Two chains are joined. */
export function domainResidues(sequence: string): (DomainResidue | null)[] {
  const residues = new Array<DomainResidue | null>(sequence.length).fill(null);
  for (const { domain, start } of domainsOfChains(sequence, "IMGT")) {
    for (const [at, number] of domain.numbers.entries())
      residues[start + domain.start + at] = { number, region: regionOf(number, domain.type, "IMGT") };
  }
  return residues;
}
