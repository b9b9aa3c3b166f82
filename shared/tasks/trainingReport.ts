import type { Assay } from "#shared/domain/taskParameters.ts";
import { createRandom } from "#shared/science/random.ts";
import { formatInteger, formatNumber } from "#shared/science/reports/formatNumber.ts";
import { learnabilitySections } from "#shared/science/reports/learnabilitySections.ts";
import type { Report, ReportSection } from "#shared/science/reports/report.ts";
import type { SamplerSummary } from "#shared/science/sampler/fitSampler.ts";
import type { AssayEvaluation } from "#shared/science/scorer/assayEvaluation.ts";

export interface TrainingReportInput {
  title: string;
  assays: readonly Assay[];
  sampler: SamplerSummary;
  evaluations: readonly AssayEvaluation[];
  seed: string;
}

/** How well the models of a training predict, and whether to design with them. */
export function trainingReport({ title, assays, sampler, evaluations, seed }: TrainingReportInput): Report {
  const random = createRandom(`training/${seed}`);
  const nameOf = (id: string): string => assays.find((assay) => assay.assay_id === id)?.name ?? id;
  return {
    title,
    summary: evaluations.map((evaluation) => verdict(nameOf(evaluation.assay_id), evaluation)).join(" "),
    sections: [
      overviewSection(evaluations, nameOf),
      samplerSection(sampler),
      ...evaluations.flatMap(({ assay_id, learnability }, index) =>
        learnability ? learnabilitySections(learnability, nameOf(assay_id), random.fork(index)) : [],
      ),
    ],
    figures: {
      assay_ids: evaluations.map(({ assay_id }) => assay_id),
      spearman: evaluations.map(({ learnability }) => known(learnability?.spearman)),
      spearman_low: evaluations.map(({ learnability }) => known(learnability?.low)),
      spearman_high: evaluations.map(({ learnability }) => known(learnability?.high)),
      p_value: evaluations.map(({ learnability }) => known(learnability?.p_value)),
      pearson: evaluations.map(({ learnability }) => known(learnability?.pearson)),
      rmse: evaluations.map(({ learnability }) => known(learnability?.rmse)),
      coverage: evaluations.map(({ learnability }) => known(learnability?.coverage)),
      position_spearman: evaluations.map(({ position_spearman }) => known(position_spearman)),
      usable: evaluations.map(({ usable }) => usable),
      sampler: sampler.kind,
      homologs: sampler.rows - 1,
    },
  };
}

export function known(value: number | null | undefined): number | null {
  return value !== null && value !== undefined && Number.isFinite(value) ? value : null;
}

function verdict(name: string, { learnability, usable, problem }: AssayEvaluation): string {
  if (!learnability) return `${name}: there is no scorer. ${problem ?? ""}`;
  const { spearman, low, high } = learnability;
  const figure = Number.isFinite(spearman)
    ? `rank correlation ${formatNumber(spearman, 2)} (95 % interval ${formatNumber(low, 2)} to ${formatNumber(high, 2)}) for sequences it has not seen`
    : "no rank correlation can be computed";
  return usable
    ? `${name}: the scorer is usable, ${figure}.`
    : `${name}: the scorer is not usable, ${figure}. Use diversify rather than engineer.`;
}

function overviewSection(
  evaluations: readonly AssayEvaluation[],
  nameOf: (id: string) => string,
): ReportSection {
  const models = evaluations.flatMap(({ assay_id, learnability }) =>
    learnability ? [`${nameOf(assay_id)}: ${learnability.model}.`] : [],
  );
  return {
    title: "How well the scorer predicts",
    text: `Every figure is of rows that the model had not seen when it predicted them. Of held-out positions: of variants with mutations at positions where the model had seen none. Coverage is the share of values inside the 95 % prediction intervals.\n\n${models.join(" ")}`,
    table: {
      columns: [
        { title: "Assay", kind: "text" },
        { title: "Rows", kind: "integer" },
        { title: "Spearman", kind: "number" },
        { title: "from", kind: "number" },
        { title: "to", kind: "number" },
        { title: "p-value", kind: "p_value" },
        { title: "Pearson", kind: "number" },
        { title: "Held-out positions", kind: "number" },
        { title: "Coverage", kind: "share" },
        { title: "Usable", kind: "text" },
      ],
      rows: evaluations.map(({ assay_id, learnability, position_spearman, usable }) => [
        nameOf(assay_id),
        learnability?.rows ?? 0,
        known(learnability?.spearman),
        known(learnability?.low),
        known(learnability?.high),
        known(learnability?.p_value),
        known(learnability?.pearson),
        known(position_spearman),
        known(learnability?.coverage),
        usable ? "yes" : "no",
      ]),
      note: "Usable: a rank correlation of at least 0.3 with a p-value of at most 0.05.",
    },
  };
}

function samplerSection({
  kind,
  rows,
  effectiveRows,
  coupledSites,
  variants,
  leftOut,
}: SamplerSummary): ReportSection {
  const basis = {
    substitutions: `It rests on the substitution matrix BLOSUM62 around the reference${variants > 0 ? ` and on what ${formatInteger(variants)} measured rows prefer` : ""}: no homologs were given.`,
    profile: `It rests on the amino acids that ${formatInteger(rows - 1)} homologs have at each position, worth ${formatInteger(Math.round(effectiveRows))} independent sequences.`,
    couplings: `It rests on ${formatInteger(rows - 1)} homologs, worth ${formatInteger(Math.round(effectiveRows))} independent sequences: which amino acids they have at each position, and which pairs at ${formatInteger(coupledSites)} coupled positions.`,
  }[kind];
  const out = leftOut.tooShort + leftOut.repeated + leftOut.thinned;
  const rest =
    out === 0
      ? ""
      : ` ${formatInteger(out)} rows were left out: ${formatInteger(leftOut.repeated)} repeated, ${formatInteger(leftOut.tooShort)} that cover too little of the reference, ${formatInteger(leftOut.thinned)} beyond the most that are used.`;
  return { title: "The sampler", text: `The sampler says which sequences are plausible. ${basis}${rest}` };
}
