import { createRandom } from "@pdp/basics/statistics";
import { formatCount, formatNumber } from "@pdp/basics/wording";
import { assayName, assayOf } from "@pdp/science/analysis";
import {
  type AssayEvaluation,
  betterScale,
  meanWithinBatches,
  type SamplerSummary,
  type ScoreTable,
  USE_RULE,
  uncertainty,
  useOf,
} from "@pdp/science/models";
import type { Assay, Measure } from "#shared/domain/tasks/assay.ts";
import { batchCorrectionSection, batchCorrectionText } from "#shared/reports/batchCorrectionSection.ts";
import { lastRoundSections, lastRoundSentences } from "#shared/reports/lastRoundSection.ts";
import { endOf, enrichmentText, learnabilitySections } from "#shared/reports/learnabilitySections.ts";
import type { Report, ReportSection } from "#shared/reports/report.ts";
import { isScaleNotable, scaleText } from "#shared/reports/scaleText.ts";
import type { AssayBatches } from "#shared/tasks/batchEffects.ts";
import { type LimitCount, limitSentences } from "#shared/tasks/limitColumns.ts";
import type { StructureScores } from "#shared/tasks/structures/structureScores.ts";
import { structureSection } from "#shared/tasks/structures/structureSection.ts";
import { omittedSentence } from "../sources/withSequences.ts";
import { unalignedSentence } from "./affordableRows.ts";
import { excludedSections, excludedSummary } from "./excludedSection.ts";
import type { ExcludedRows } from "./excludeUnlike.ts";
import { type GapCounts, gapSentence } from "./gapCounts.ts";
import { DIVERSIFY_NEXT, nextSection } from "./nextSection.ts";
import { priorSentences, spearmanWithoutScores } from "./priorSentences.ts";
import { samplerSection } from "./samplerSection.ts";
import { leakSentences, type ScoreLeak } from "./scoreLeaks.ts";
import { type Trained, topReportFigures, topSections, topSentence } from "./topSection.ts";

export interface TrainingReportInput {
  title: string;
  assays: readonly Assay[];
  sampler: SamplerSummary;
  evaluations: readonly AssayEvaluation[];
  /** Design goal; null if not specified, which means high values. */
  objective?: Measure | null;
  /** Excluded rows; null if no exclusion was requested. */
  excluded?: ExcludedRows | null;
  /** User-provided scores. */
  scores?: readonly ScoreTable[];
  /** User-provided scores that are not used. */
  leaks?: readonly ScoreLeak[];
  /** Scores of the structure; null without one. */
  structure?: StructureScores | null;
  /** Protein that the models are about; two chains are joined. */
  reference: string;
  /** Corrections for differences between batches. */
  batches?: readonly AssayBatches[];
  /** Values that are limits. */
  limits?: readonly LimitCount[];
  /** Numbers of sequences with insertions and with deletions; null without measurements. */
  gaps?: GapCounts | null;
  /** Number of rows that have no sequence because of a stop codon or a frameshift. */
  omitted?: number | undefined;
  /** Number of sequences that take too long to align. */
  unaligned?: number | undefined;
  seed: string;
}

function structureSource({ chain, partner }: StructureScores): string {
  if (partner !== undefined) return `the chains ${chain} and ${partner} of a structure`;
  return chain ? `chain ${chain} of a structure` : "a structure";
}

function samplerSources(related: number, structure: StructureScores | null): string {
  const sources = [
    ...(related > 0 || structure === null ? [formatCount(related, "related sequence")] : []),
    ...(structure === null ? [] : [structureSource(structure)]),
  ];
  return sources.join(" and ");
}

/** Builds the training report: the accuracy of the models and whether to design with them. */
export function trainingReport({
  title,
  reference,
  assays,
  sampler,
  evaluations,
  objective = null,
  scores = [],
  leaks = [],
  structure = null,
  excluded = null,
  batches = [],
  limits = [],
  gaps = null,
  omitted,
  unaligned,
  seed,
}: TrainingReportInput): Report {
  const random = createRandom(`training/${seed}`);
  const correctionOf = (id: string) => batches.find(({ assay_id }) => assay_id === id)?.correction;
  const trained = evaluations.map((evaluation) => ({
    ...evaluation,
    assay: assayOf(evaluation.assay_id, assays),
  }));
  return {
    title,
    summary: [
      ...(trained.length > 0
        ? []
        : [
            `Trained from ${samplerSources(sampler.rows - 1, structure)}, without measurements: the models propose plausible variants (diversify), but do not predict values.`,
          ]),
      ...trained.map((assay) => `${verdict(assay)}${topSentence(assay, objective)}`),
      ...trained.flatMap(({ assay, learnability }) =>
        isScaleNotable(learnability?.scales)
          ? [`${assayName(assay)}: ${scaleText(learnability?.scales)}`]
          : [],
      ),
      ...lastRoundSentences(
        trained.map((assay) => ({
          ...assay,
          isCorrected: (correctionOf(assay.assay_id)?.kind ?? "NONE") !== "NONE",
        })),
      ),
      ...leakSentences(leaks, assays),
      ...priorSentences(
        scores,
        trained.map((assay) => ({ ...assay, title: assayName(assay.assay) })),
      ),
      ...batches.map(
        ({ assay_id, correction }) =>
          `${assayName(assayOf(assay_id, assays))}: ${batchCorrectionText(correction)}`,
      ),
      ...gapSentence(gaps),
      ...limitSentences(limits),
      ...objectiveRemark(trained, objective),
      ...excludedSummary(excluded),
      ...omittedSentence({ omitted }),
      ...unalignedSentence({ unaligned }),
    ].join("\n\n"),
    sections: [
      ...(trained.length > 0 ? [nextSection(trained), overviewSection(trained)] : [DIVERSIFY_NEXT]),
      ...excludedSections(excluded),
      ...topSections(trained, objective),
      ...lastRoundSections(trained),
      samplerSection(sampler, structure !== null),
      ...(structure === null ? [] : [structureSection(structure, reference)]),
      ...batches.map(({ assay_id, correction }) =>
        batchCorrectionSection(assayOf(assay_id, assays), correction),
      ),
      ...trained.flatMap(({ assay, learnability }, index) =>
        learnability ? learnabilitySections(learnability, assay, random.fork(index)) : [],
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
      usable_probability: evaluations.map(({ learnability }) => known(learnability?.chance)),
      scale_types: evaluations.map(({ learnability }) => learnability?.scales?.scale_type ?? null),
      scale_reasons: evaluations.map(({ learnability }) => learnability?.scales?.reason ?? null),
      better_scale: evaluations.map(({ learnability }) => betterScale(learnability?.scales)),
      spearman_within_batches: evaluations.map(({ learnability }) =>
        known(meanWithinBatches(learnability?.batches ?? [])),
      ),
      spearman_within_rounds: evaluations.map(({ learnability }) =>
        known(meanWithinBatches(learnability?.rounds ?? [])),
      ),
      last_round_coverage: evaluations.map(({ last_round }) => last_round?.coverage ?? null),
      widening: evaluations.map(({ last_round }) => last_round?.widening ?? null),
      usable_for: evaluations.map(({ learnability }) => (learnability ? useOf(learnability) : null)),
      enrichment: evaluations.map(({ learnability }) => known(learnability?.enrichment?.factor)),
      enrichment_p_value: evaluations.map(({ learnability }) => known(learnability?.enrichment?.p_value)),
      ...topReportFigures(evaluations, objective),
      sampler: sampler.kind,
      homologs: sampler.rows - 1,
      scores: scores.map(({ name }) => name),
      unused_scores: leaks.map(({ name }) => name),
      spearman_without_scores: evaluations.map((evaluation) => known(spearmanWithoutScores(evaluation))),
      spearman_without_homologs: evaluations.map(({ without }) =>
        known(without.find(({ part }) => part === "HOMOLOGS")?.spearman),
      ),
      batches: evaluations.map(({ assay_id }) => correctionOf(assay_id)?.batches.length ?? null),
      batch_correction: evaluations.map(({ assay_id }) => correctionOf(assay_id)?.kind ?? null),
      sequences_with_insertions: gaps?.insertions ?? 0,
      sequences_with_deletions: gaps?.deletions ?? 0,
      sequences_skipped: gaps?.skipped ?? 0,
      sequences_unaligned: unaligned ?? 0,
      excluded_rows: excluded?.unlike.length ?? 0,
    },
  };
}

export function known(value: number | null | undefined): number | null {
  return value !== null && value !== undefined && Number.isFinite(value) ? value : null;
}

function verdict({ assay, learnability, problem }: Trained): string {
  const name = assayName(assay);
  if (!learnability) return `${name}: omitted, no model could be trained. ${problem ?? ""}`;
  const { spearman, low, high } = learnability;
  const figure = Number.isFinite(spearman)
    ? `rank correlation ${formatNumber(spearman, 2)} (95 % interval ${formatNumber(low, 2)} to ${formatNumber(high, 2)}) for sequences not used in training`
    : "no rank correlation can be computed";
  const use = useOf(learnability);
  const chance = uncertainty(learnability);
  if (chance !== null)
    return `${name}: the probability that ordering variants by prediction helps is ${chance}, ${figure}. More measured variants would make this more certain.`;
  if (use === "ORDER") return `${name}: predictions are usable, ${figure}.`;
  return use === "TOP"
    ? `${name}: predictions can be used to find the variants with the ${endOf(learnability)} values, but not to order the others: ${enrichmentText(learnability)}; ${figure}.`
    : `${name}: predictions are not usable, ${figure}. Request designs without an objective instead.`;
}

/** States that the objective has no model; empty if it has one. */
function objectiveRemark(trained: readonly Trained[], objective: Measure | null): string[] {
  const omitted = trained.find((assay) => assay.assay_id === objective?.assay_id && !assay.learnability);
  if (!omitted) return [];
  return [
    `${assayName(omitted.assay)} is the primary objective. Without a model of it, plausible designs do not prefer its values.`,
  ];
}

const USE_WORDS = { ORDER: "yes", TOP: "for the best", NONE: "no" } as const;

function overviewSection(trained: readonly Trained[]): ReportSection {
  const models = trained.flatMap(({ assay, learnability }) =>
    learnability ? [`${assayName(assay)}: ${learnability.model}.`] : [],
  );
  const meanings =
    "All figures are from cross-validation, for sequences that the model was not trained on. Spearman is the rank correlation between prediction and measurement: 1 is a perfect order, 0 is chance. New positions: the same for variants with mutations at positions without mutations in training. Coverage: the share of values inside the 95 % prediction intervals; about 95 % is correct.";
  return {
    title: "How well the models predict",
    text: [meanings, ...(models.length === 0 ? [] : [`Models. ${models.join(" ")}`])].join("\n\n"),
    table: {
      columns: [
        { title: "Assay", kind: "text" },
        { title: "Usable", kind: "text" },
        { title: "Rows", kind: "integer" },
        { title: "Spearman", kind: "number" },
        { title: "95 % interval", kind: "text" },
        { title: "p", kind: "p_value" },
        { title: "Enrichment", kind: "number" },
        { title: "New positions", kind: "number" },
        { title: "Coverage", kind: "share" },
      ],
      rows: trained.map(({ assay, learnability, position_spearman }) => [
        assayName(assay),
        learnability ? (uncertainty(learnability) ?? USE_WORDS[useOf(learnability) ?? "NONE"]) : "no model",
        learnability?.rows ?? null,
        known(learnability?.spearman),
        learnability && Number.isFinite(learnability.low)
          ? `${formatNumber(learnability.low, 2)} to ${formatNumber(learnability.high, 2)}`
          : null,
        known(learnability?.p_value),
        known(learnability?.enrichment?.factor),
        known(position_spearman),
        known(learnability?.coverage),
      ]),
      note: `Usable: ${USE_RULE} Enrichment: hits in that tenth, divided by the number expected by chance.`,
    },
  };
}
