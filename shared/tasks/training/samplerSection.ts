import { formatCount, formatInteger } from "@pdp/basics/wording";
import type { SamplerSummary } from "@pdp/science/models";
import type { ReportSection } from "#shared/reports/report.ts";

/** Describes the sequences from which the model of plausible sequences was computed. */
export function samplerSection(
  { kind, rows, effectiveRows, coupledSites, variants, leftOut }: SamplerSummary,
  hasStructure: boolean,
): ReportSection {
  const basis = {
    substitutions: `It is based on the BLOSUM62 substitution matrix around the reference${variants > 0 ? ` and on what ${formatInteger(variants)} measured rows prefer` : ""}: no homologs were provided.`,
    profile: `It is based on the amino acids at each position in ${formatInteger(rows - 1)} homologs, equivalent to ${formatInteger(Math.round(effectiveRows))} independent sequences.`,
    couplings: `It is based on ${formatInteger(rows - 1)} homologs, equivalent to ${formatInteger(Math.round(effectiveRows))} independent sequences: on their amino acids at each position, and on pairs at ${formatInteger(coupledSites)} coupled positions.`,
  }[kind];
  const reasons = [
    { count: leftOut.repeated, reason: "repeated" },
    { count: leftOut.tooShort, reason: "that cover too little of the reference" },
    { count: leftOut.thinned, reason: "beyond the maximum used" },
  ].filter(({ count }) => count > 0);
  const rest =
    reasons.length === 0
      ? ""
      : ` Omitted: ${reasons.map(({ count, reason }) => `${formatCount(count, "row")} ${reason}`).join(", ")}.`;
  return {
    title: "Which sequences are plausible",
    text: `A model of plausible sequences (the sampler) proposes designs, and ranks designs without an objective. ${basis}${hasStructure ? " The scores of the structure are added." : ""}${rest}`,
  };
}
