import { formatCount, formatInteger, formatShare } from "@pdp/basics/wording";
import { type AssayAnalysis, countBars, positionCoverage, type Variants } from "@pdp/science/analysis";
import { barChart } from "../charts/barChart.ts";
import { positionChart } from "../charts/positionChart.ts";
import type { ReportSection } from "../report.ts";
import { assayFindings } from "./findings.ts";

/** Shows the assays side by side, with their warnings. */
export function summarySection(
  analyses: readonly AssayAnalysis[],
  { referenceIndex }: Variants,
): ReportSection {
  const findings = analyses.flatMap((analysis) => {
    const findings = assayFindings(analysis);
    return findings.length === 0 ? [] : [`${analysis.name}: ${findings.join("; ")}.`];
  });
  const opening =
    findings.length === 0 ? ["No problems were found that would prevent using the data."] : findings;
  const replicated = analyses.some(({ replicates }) => replicates.correlation !== null);
  const correlation =
    "Replicate correlation is the rank correlation of two values of the same sequence: no model can be expected to predict single values much better than its square root.";
  const text = [
    ...opening,
    `${replicated ? `${correlation} ` : ""}“Missing” is the share of all rows without a value; “reference” is the value of the reference in the unit of the assay.`,
  ];
  const rows = analyses.map(({ assay, name, measured, raw, means, rawMeans, replicates }) => [
    name,
    assay.unit,
    assay.scale_type.toLowerCase(),
    measured,
    raw.length === 0 ? null : 1 - measured / raw.length,
    means.counts.reduce((count, measurements) => count + (measurements > 0 ? 1 : 0), 0),
    rawMeans.means[referenceIndex] ?? null,
    replicates.deviation,
    replicates.correlation?.value ?? null,
  ]);
  return {
    title: "At a glance",
    text: text.join("\n\n"),
    table: {
      columns: [
        { title: "Assay", kind: "text" },
        { title: "Unit", kind: "text" },
        { title: "Scale", kind: "text" },
        { title: "Values", kind: "integer" },
        { title: "Missing", kind: "share" },
        { title: "Sequences", kind: "integer" },
        { title: "Reference", kind: "number" },
        { title: "Replicate SD*", kind: "number" },
        { title: "Replicate correlation", kind: "number" },
      ],
      rows,
      note: "* On the comparison scale of the assay: log₁₀ for multiplicative values, relative rank for ranks.",
    },
  };
}

/** Shows the number of mutations per sequence and their positions. */
export function sequenceSections(variants: Variants): ReportSection[] {
  const bars = countBars(variants.mutationCounts);
  const unaligned =
    variants.unaligned === 0
      ? ""
      : ` Not aligned, and excluded wherever positions matter: ${formatCount(variants.unaligned, "sequence")} that are empty or too different from the reference to align in reasonable time.`;
  return [
    {
      title: "Mutations per sequence",
      text: `Each distinct sequence counts once. Mutations are substituted positions, deleted positions and inserted residues, relative to the reference of ${formatInteger(variants.reference.length)} residues; sequences of a different length are aligned to it.${unaligned}`,
      ...(variants.mutationCounts.every((count) => count < 0)
        ? {}
        : { chart: barChart(bars, { title: "Mutations per sequence", x: "Mutations", y: "Sequences" }) }),
    },
    coverageSection(variants),
  ];
}

function coverageSection(variants: Variants): ReportSection {
  const coverage = positionCoverage(variants);
  const { touched } = coverage;
  const tried = coverage.aminoAcids.reduce((sum, tries) => sum + tries, 0);
  const possible = variants.reference.length * 19;
  const atThese =
    touched === 0
      ? ""
      : `; at the mutated positions, this is ${formatShare(tried / (touched * 19))} of the possible substitutions`;
  const { numbering, reference } = variants;
  const numbered = numbering?.stated() == null ? "" : ` Positions ${numbering.wording(reference.length)}.`;
  const text = `${formatInteger(touched)} of ${formatInteger(variants.reference.length)} positions are mutated in at least one sequence, and ${formatInteger(tried)} of the ${formatInteger(possible)} possible single substitutions occur, alone or with others${atThese}.${numbered}`;
  if (touched === 0) return { title: "Which positions are covered", text };
  return {
    title: "Which positions are covered",
    text,
    chart: positionChart(
      "Coverage of the positions",
      variants.reference,
      [
        { name: "Sequences", counts: coverage.variants },
        { name: "Amino acids tried", counts: coverage.aminoAcids },
      ],
      variants.numbering,
    ),
  };
}
