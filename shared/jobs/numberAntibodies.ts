import { DomainError } from "@pdp/basics/errors";
import { chainsOf } from "@pdp/basics/proteins";
import {
  closestGenes,
  type DomainType,
  type Germlines,
  kabatNumbers,
  type NumberedDomain,
  type NumberingScheme,
  numberDomains,
  REGIONS,
  regionOf,
} from "@pdp/science/antibodies";
import type { NumberingRequest, NumberingResult } from "#shared/domain/antibodyNumbering.ts";
import { readGermlineFile } from "#shared/runtime/germlineFile.ts";
import type { Job } from "#shared/runtime/scope.ts";

type ProteinDomains = NumberingResult["proteins"][number]["domains"];

const TYPES: Record<DomainType, ProteinDomains[number]["type"]> = { H: "HEAVY", K: "KAPPA", L: "LAMBDA" };

/** Numbers the variable domains of proteins and compares them with the operator's germline genes. */
export const numberAntibodies: Job<NumberingRequest, NumberingResult> = {
  name: "numberAntibodies",
  kind: "check",
  run: async ({ settings }, { proteins, scheme }) => {
    const file = settings.germlinesFile === null ? null : await readGermlineFile(settings.germlinesFile);
    return {
      scheme,
      proteins: proteins.map(({ monomer }) => ({
        domains: domainsOf(monomer, scheme, file?.germlines ?? null),
      })),
    };
  },
  stopped: () =>
    new DomainError(
      "malformed",
      "query_too_complex",
      "Numbering these proteins requires too much time or memory. Send fewer of them.",
    ),
};

function domainsOf(joined: string, scheme: NumberingScheme, germlines: Germlines | null): ProteinDomains {
  return chainsOf(joined).flatMap(({ name, start, end }) => {
    const sequence = joined.slice(start, end);
    return numberDomains(sequence).map((domain) => {
      const { type, start: first } = domain;
      const numbers = scheme === "IMGT" ? domain.numbers : kabatNumbers(domain.numbers, type, scheme);
      const genes = germlines && closestGenes(sequence, domain, germlines);
      return {
        chain: name,
        type: TYPES[type],
        start: first + 1,
        end: first + numbers.length,
        numbers,
        regions: regionsOf(sequence, { ...domain, numbers }, scheme),
        v_gene: genes?.v ?? null,
        j_gene: genes?.j ?? null,
      };
    });
  });
}

function regionsOf(
  sequence: string,
  { type, start, numbers }: NumberedDomain,
  scheme: NumberingScheme,
): ProteinDomains[number]["regions"] {
  const ofResidue = numbers.map((number) => regionOf(number, type, scheme));
  const residues = REGIONS.map((name) => [
    name,
    ofResidue.map((region, at) => (region === name ? sequence[start + at] : "")).join(""),
  ]);
  return Object.fromEntries(residues) as ProteinDomains[number]["regions"];
}
