import { joinRanges as joinChainRanges, type RangesByName } from "@pdp/basics/proteins";
import { type StatedAssembly, sequenceOf } from "./assembly.ts";
import type { Goal, Level, Liability, Objective } from "./designRequest.ts";
import { type EarlierDataset, type TrainedSource, trainedBatch, trainedSource } from "./earlierSource.ts";
import { joinRanges, type PositionRange } from "./positions.ts";
import type { TrainedAssay } from "./trainRequest.ts";

/** Task parameters from the service. */
type Parameters = Readonly<Record<string, unknown>>;

/** Choices in an earlier training or analysis, as specified in its request. */
export interface EarlierTraining {
  /** Table with its rows, and the location of their sequences; null if the rows came from elsewhere. */
  source: TrainedSource | null;
  reference: string;
  assays: TrainedAssay[];
  /** Column with the batch of each row; null if the request does not specify one. */
  batch: string | null;
}

/** Choices in an earlier task that designed variants, as specified in its request. */
export interface EarlierDesign {
  reference: string;
  sampler: string;
  count: number;
  maxMutations: number;
  /** True if designs may include the insertions and deletions of measured variants. */
  allowIndels: boolean;
  /** Kinds of motifs that designs must not have; absent if not specified. */
  forbiddenLiabilities?: Liability[];
  kept: PositionRange[];
  goal: Objective | null;
  /** Secondary objectives. */
  secondary: Objective[];
  constraints: Goal[];
  /** Fraction of designs meant for learning; null if not specified. */
  exploration: number | null;
  /** Maximum share of designs with the same mutation; null for no limit, undefined for the default. */
  maxMutationFrequency: number | null | undefined;
}

/**
 * Reads the parameters of a training or an analysis so that it can be repeated with changes. The data may be in one object, and a
 * training without measurements has none.
 */
export function readTraining(parameters: Parameters): EarlierTraining {
  const { data, reference, assays, ...plain } = parameters as {
    data?: { dataset?: EarlierDataset | null } | null;
    dataset?: EarlierDataset | null;
    reference?: StatedAssembly | null;
    assays?: { assay_id: string; scale_type?: TrainedAssay["scale"]; unit?: string | null }[] | null;
  };
  const dataset = (data ?? plain).dataset ?? null;
  return {
    source: dataset && trainedSource(dataset, reference),
    reference: sequenceOf(reference) ?? "",
    assays: (assays ?? []).map(({ assay_id, scale_type, unit }) => ({
      column: assay_id,
      scale: scale_type ?? null,
      unit: unit ?? null,
    })),
    batch: dataset && trainedBatch(dataset),
  };
}

interface Measure {
  measure: { assay_id: string; direction: Objective["direction"] };
  reference?: number | object;
  threshold?: number | object;
  weight?: number | null;
}

/** Reads the parameters of a task that designed variants; null if the designs were not generated from a protein by a model. */
export function readDesign(parameters: Parameters): EarlierDesign | null {
  const { generator, ranker, filterers, num_assemblies } = parameters as {
    generator?: {
      template?: { assembly?: StatedAssembly; sampler?: { artifact_id?: string } };
      max_mutations?: number;
      requirements?: Requirement[] | null;
      allow_start_mutation?: boolean | null;
      allow_indels?: boolean | null;
      forbid_liabilities?: Liability[] | null;
    };
    ranker?: {
      primary_objective?: Measure | null;
      secondary_objectives?: Measure[] | null;
      constraints?: Measure[] | null;
      exploration?: number | null;
      max_mutation_frequency?: number | null;
    };
    filterers?: { constraints?: Measure[] }[] | null;
    num_assemblies?: number;
  };
  const reference = sequenceOf(generator?.template?.assembly);
  const sampler = generator?.template?.sampler?.artifact_id;
  if (!generator || reference === undefined || sampler === undefined) return null;
  const limits = [
    ...(filterers ?? []).flatMap((each) => each.constraints ?? []),
    ...(ranker?.constraints ?? []),
  ];
  const keepsStart = reference.startsWith("M") && generator.allow_start_mutation !== true;
  const stated = (generator.requirements ?? []).flatMap((requirement) => keptRanges(requirement, reference));
  return {
    reference,
    sampler,
    count: num_assemblies ?? 1,
    maxMutations: generator.max_mutations ?? 1,
    allowIndels: generator.allow_indels === true,
    ...(generator.forbid_liabilities && { forbiddenLiabilities: generator.forbid_liabilities }),
    kept: joinRanges([...(keepsStart ? [[0, 1] as PositionRange] : []), ...stated]),
    goal: ranker?.primary_objective ? objectiveOf(ranker.primary_objective) : null,
    secondary: (ranker?.secondary_objectives ?? []).map(objectiveOf),
    constraints: limits.map(limitOf),
    exploration: ranker?.exploration ?? null,
    maxMutationFrequency: ranker?.max_mutation_frequency,
  };
}

interface Requirement {
  apply_to?: { ranges?: RangesByName };
  motifs?: string[];
  operator?: string;
}

/** Returns the ranges in which a requirement keeps the reference residues; empty for other requirements. */
export function keptRanges({ apply_to, motifs, operator }: Requirement, reference: string): PositionRange[] {
  const [range, ...others] = joinChainRanges(apply_to?.ranges ?? {}, reference);
  const isKept =
    operator === "all" && others.length === 0 && range && motifs?.join() === reference.slice(...range);
  return isKept ? [range] : [];
}

function objectiveOf({ measure, reference, threshold }: Measure): Objective {
  const level: unknown = reference ?? threshold;
  return {
    assay: measure.assay_id,
    direction: measure.direction,
    level: (typeof level === "number" ? level : "reference") satisfies Level,
  };
}

function limitOf(limit: Measure): Goal {
  const { direction, ...stated } = objectiveOf(limit);
  return { ...stated, direction: direction === "MINIMIZE" ? "MINIMIZE" : "MAXIMIZE" };
}

/**
 * Adds the remaining settings of an earlier request to a design request: requirements, filters, weights, secondary objectives,
 * and levels that a form shows as reference levels. Drops secondary objectives for assays that are not in `known`.
 */
export function withEarlier<Request extends { parameters: object }>(
  request: Request,
  earlier: Parameters | undefined,
  known?: readonly string[],
): Request {
  if (!earlier) return request;
  const {
    generator: before,
    ranker: rankedBefore,
    filterers,
    // The form states it.
    library: _,
    ...others
  } = earlier as {
    library?: unknown;
    generator?: { requirements?: Requirement[] | null; template?: { assembly?: StatedAssembly } };
    ranker?: EarlierRanker;
    filterers?: { constraints?: Measure[] }[] | null;
  };
  const { generator, ranker } = request.parameters as {
    generator: { requirements: Requirement[] };
    ranker: EarlierRanker;
  };
  const reference = sequenceOf(before?.template?.assembly) ?? "";
  const requirements = (before?.requirements ?? []).filter(
    (requirement) => keptRanges(requirement, reference).length === 0,
  );
  // The request already contains assay limits.
  const filters = (filterers ?? []).filter(({ constraints }) => !constraints?.length);
  const limits = (filterers ?? []).flatMap(({ constraints }) => constraints ?? []);
  const secondary = (rankedBefore?.secondary_objectives ?? []).filter(
    ({ measure }) => known?.includes(measure.assay_id) ?? true,
  );
  return {
    ...request,
    parameters: {
      ...others,
      ...(filters.length > 0 && { filterers: filters }),
      ...request.parameters,
      ranker: rankerWith(ranker, { ...rankedBefore, secondary_objectives: secondary }, limits),
      generator: {
        ...before,
        ...generator,
        requirements: [...generator.requirements, ...requirements],
      },
    },
  };
}

interface EarlierRanker {
  primary_objective?: Measure | null;
  secondary_objectives?: Measure[] | null;
  constraints?: Measure[] | null;
  hit_redundancy?: number | null;
}

function rankerWith(ranker: EarlierRanker, before: EarlierRanker, limits: readonly Measure[]): EarlierRanker {
  const { primary_objective: primary, constraints } = ranker;
  const { hit_redundancy } = before;
  const secondary = (before.secondary_objectives ?? []).filter(
    ({ measure }) => measure.assay_id !== primary?.measure.assay_id,
  );
  const known = [...(before.constraints ?? []), ...limits];
  return {
    ...ranker,
    ...(primary && {
      primary_objective: withLevel(primary, before.primary_objective ? [before.primary_objective] : []),
    }),
    ...(primary && secondary.length > 0 && { secondary_objectives: secondary }),
    ...(constraints && { constraints: constraints.map((constraint) => withLevel(constraint, known)) }),
    ...(typeof hit_redundancy === "number" && { hit_redundancy }),
  };
}

/** Copies the weight of the same goal from an earlier request, and its level if both levels refer to a sequence. */
function withLevel(goal: Measure, before: readonly Measure[]): Measure {
  const same = before.find(
    ({ measure }) =>
      measure.assay_id === goal.measure.assay_id && measure.direction === goal.measure.direction,
  );
  if (same === undefined) return goal;
  const { reference, threshold, weight } = same;
  return {
    ...goal,
    ...(typeof goal.reference === "object" && typeof reference === "object" && { reference }),
    ...(typeof goal.threshold === "object" && typeof threshold === "object" && { threshold }),
    ...(typeof weight === "number" && { weight }),
  };
}
