import { chainsOf } from "#shared/basics/proteins/chains.ts";
import { type Developability, developability } from "#shared/science/antibodies/developability.ts";
import { closestGenes } from "#shared/science/antibodies/germlines/closestGenes.ts";
import { genesText } from "#shared/science/antibodies/germlines/genesText.ts";
import type { Germlines } from "#shared/science/antibodies/germlines/germlines.ts";
import { LIABILITY_WORDS } from "#shared/science/antibodies/liabilities.ts";
import { type RegionName, regionOf } from "#shared/science/antibodies/regions.ts";
import type { ReportSection } from "./report.ts";

const TYPES = { H: "heavy", K: "light, κ", L: "light, λ" };
const CDRS: readonly RegionName[] = ["CDR1", "CDR2", "CDR3"];
const MAX_LISTED = 60;

/**
 * Shows the regions, the closest germline genes, the liabilities and the properties of an antibody; empty for other proteins. `whose` names the
 * sequence.
 */
export function antibodySections(
  sequence: string,
  whose: "reference" | "template",
  germlines: Germlines | null = null,
): ReportSection[] {
  const found = developability(sequence);
  if (found === null) return [];
  return [
    regionSection(sequence, found, whose),
    ...(germlines ? [germlineSection(sequence, found, whose, germlines)] : []),
    liabilitySection(found, whose),
  ];
}

function regionSection(
  sequence: string,
  { domains, properties }: Developability,
  whose: string,
): ReportSection {
  const { charge, isoelectricPoint, hydropathy, extinction } = properties;
  return {
    title: "Variable domains",
    text: `Complementarity-determining regions of the ${whose} in the IMGT numbering. Without constant domains, it has a charge of ${charge.toFixed(1)} at pH 7.4, an isoelectric point of ${isoelectricPoint.toFixed(1)}, a mean hydropathy of ${hydropathy.toFixed(2)}, and a molar extinction coefficient of ${extinction.toLocaleString("en-US")} at 280 nm.`,
    table: {
      columns: [
        { title: "Chain", kind: "text" },
        { title: "Residues", kind: "text" },
        ...CDRS.map((title) => ({ title, kind: "sequence" as const })),
      ],
      rows: domains.map((placed) => {
        const { domain, start } = placed;
        const { type, start: first, numbers } = domain;
        return [
          TYPES[type],
          residuesOf(sequence, placed),
          ...CDRS.map((cdr) =>
            numbers
              .map((number, at) =>
                regionOf(number, type, "IMGT") === cdr ? sequence[start + first + at] : "",
              )
              .join(""),
          ),
        ];
      }),
    },
  };
}

type PlacedDomain = Developability["domains"][number];

/** Names the residues of a domain, such as `H:1–120`. */
function residuesOf(sequence: string, { domain, start }: PlacedDomain): string {
  const chain = chainsOf(sequence).findLast((one) => one.start <= start);
  const offset = start - (chain?.start ?? 0) + domain.start;
  return `${chain?.prefix ?? ""}${offset + 1}–${offset + domain.numbers.length}`;
}

function germlineSection(
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

function liabilitySection({ liabilities }: Developability, whose: string): ReportSection {
  const inCdrs = liabilities.filter(({ region }) => region !== null && CDRS.includes(region));
  const listed = [...inCdrs, ...liabilities.filter((one) => !inCdrs.includes(one))].slice(0, MAX_LISTED);
  const more = liabilities.length > listed.length ? ` The first ${MAX_LISTED} are listed.` : "";
  return {
    title: "Liabilities",
    text: `The ${whose} has ${liabilities.length} motifs that can impair the development of an antibody, ${inCdrs.length} of them in its complementarity-determining regions. A sequence shows only that a motif is there, not whether it is exposed.${more}`,
    table: {
      columns: [
        { title: "Liability", kind: "text" },
        { title: "Motif", kind: "sequence" },
        { title: "Position", kind: "text" },
        { title: "IMGT", kind: "text" },
        { title: "Region", kind: "text" },
      ],
      rows: listed.map(({ kind, motif, label, number, region }) => [
        LIABILITY_WORDS[kind],
        motif,
        label,
        number ?? "",
        region ?? "",
      ]),
    },
  };
}
