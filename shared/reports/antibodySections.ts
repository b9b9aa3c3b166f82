import {
  type Developability,
  developability,
  type Germlines,
  LIABILITY_WORDS,
  type RegionName,
  regionOf,
} from "@pdp/science/antibodies";
import { germlineSection, residuesOf, TYPES, variantGeneSections } from "./germlineSections.ts";
import type { ReportSection } from "./report.ts";

const CDRS: readonly RegionName[] = ["CDR1", "CDR2", "CDR3"];
const MAX_LISTED = 60;

/**
 * Shows the regions, the closest germline genes, the liabilities and the properties of an antibody; empty for other proteins. `whose` names the
 * sequence; `variants` are the other sequences of its table.
 */
export function antibodySections(
  sequence: string,
  whose: "reference" | "template",
  germlines: Germlines | null = null,
  variants: readonly string[] = [],
): ReportSection[] {
  const antibody = developability(sequence);
  if (antibody === null) return [];
  return [
    regionSection(sequence, antibody, whose),
    ...(germlines ? [germlineSection(sequence, antibody, whose, germlines)] : []),
    ...(germlines ? variantGeneSections(variants, germlines) : []),
    liabilitySection(antibody, whose),
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

function liabilitySection({ liabilities }: Developability, whose: string): ReportSection {
  const inCdrs = liabilities.filter(({ region }) => region !== null && CDRS.includes(region));
  const listed = [...inCdrs, ...liabilities.filter((liability) => !inCdrs.includes(liability))].slice(
    0,
    MAX_LISTED,
  );
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
