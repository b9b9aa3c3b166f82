import { assemblyOf, chainsOf, type Numbering } from "@pdp/basics/proteins";
import { trainingNumbering } from "#client/referenceNumbering.ts";
import { kindOf, type StatedAssembly, sequenceOf, wholeRanges } from "#client/requests/assembly.ts";
import { keptPositions } from "#client/requests/keptPositions.ts";
import { joinRanges, type PositionRange, readPositions, writePositions } from "#client/requests/positions.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { repeated } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { LATEST, taskIdOf } from "../../session/latestId.ts";
import { readSequence } from "./dataOptions.ts";
import { type NumberingOptions, numberingOf, numberingOptions } from "./numbering.ts";
import { numberOf } from "./startTask.ts";

/** Options for tasks that design variants. */
export interface DesignOptions extends NumberingOptions {
  mutationFrequency?: string;
  models?: string;
  template?: string;
  number?: string;
  mutations?: string;
  minMutations?: string;
  protect?: string[];
  protectNear?: string[];
  protectBuried?: string;
  protectExposed?: string;
  protectRegion?: string[];
  forbid?: string[];
  avoid?: string[];
  allowStartMutation?: boolean;
  everyPosition?: boolean;
  allowIndels?: boolean;
}

export const DESIGN_OPTIONS: NonNullable<CliCommand["options"]> = [
  ["-m, --models <task>", "id of the training task that produced the models, or latest"],
  ["-n, --number <number>", "number of designs; defaults to 96"],
  ["--template <sequence>", "sequence to mutate, or a FASTA file; defaults to the training task's reference"],
  ["--mutations <number>", "maximum mutations per design; defaults to 4"],
  ["--min-mutations <number>", "minimum mutations per design; defaults to 1"],
  ["--protect <positions>", "positions to keep, such as 45,S77-80; residue letters are verified", repeated],
  [
    "--protect-near <part:distance>",
    "keep positions near a part of the structure, in Å, such as ligand:8 or chain=B:6",
    repeated,
  ],
  [
    "--protect-buried <share>",
    "keep positions with less than this share of their surface exposed to water, such as 0.2",
  ],
  ["--protect-exposed <share>", "keep positions with at least this share of their surface open to water"],
  [
    "--protect-region <region[:scheme]>",
    "keep a region of an antibody, such as FR for all frameworks, or CDR-H3:kabat; IMGT by default",
    repeated,
  ],
  ...numberingOptions("template", "--protect"),
  [
    "--mutation-frequency <share>",
    "maximum share of designs with the same mutation, above 0 to 1; defaults to 0.5, if there are enough alternatives",
  ],
  [
    "--forbid <liability>",
    "liability that designs must not have, such as deamidation, isomerization or n-glycosylation",
    repeated,
  ],
  ["--avoid <motif>", "forbidden motif, such as NG or N[^P][ST]", repeated],
  ["--allow-start-mutation", "allow mutations of the first residue"],
  ["--allow-indels", "allow insertions and deletions found in measured variants"],
  ["--every-position", "allow mutations at positions that few measured variants change"],
];

interface Artifact {
  artifact_id: string;
}

export interface DesignModels {
  /** Sequence to mutate. */
  template: string;
  /** Residue numbers, for flags and messages. */
  numbering: Numbering;
  /** Rarely changed positions; empty if the template is not the training reference. */
  hardlyVaried: readonly PositionRange[];
  sampler: Artifact;
  scorer: Artifact | null;
}

/** Returns the models of a training run and the sequence to mutate. */
export async function modelsOf(
  workspace: Workspace,
  options: DesignOptions,
  readProject: () => Promise<components["schemas"]["Project"] | undefined>,
): Promise<DesignModels> {
  const { sampler, scorer, reference, task } = await trainedModels(
    workspace,
    options.models,
    "design",
    readProject,
  );
  const template = options.template === undefined ? reference : await readSequence(options.template);
  if (template === undefined) {
    throw new UsageError(
      "The training task has no reference. Specify the sequence to mutate with --template.",
    );
  }
  const isReference = template === reference;
  return {
    template,
    numbering: await numberingOf(options, template, {
      usual: () => trainingNumbering(workspace, task, template),
      project: readProject,
    }),
    hardlyVaried: isReference ? await hardlyVariedOf(workspace, scorer ?? sampler) : [],
    sampler,
    scorer,
  };
}

/** Returns the models and the reference of a training run; the latest is that of the project. `purpose` completes "the models that …" in an error message. */
export async function trainedModels(
  workspace: Workspace,
  id: string | undefined,
  purpose: string,
  readProject: () => Promise<components["schemas"]["Project"] | undefined>,
) {
  if (id === undefined) {
    throw new UsageError(
      `Specify the training task with the models that ${purpose}: --models TASK. pdp task list --type train shows them.`,
    );
  }
  const project = id === LATEST ? await readProject() : undefined;
  const task = await workspace.task(await taskIdOf(workspace, id, ["train/v2"], project?.id)).get();
  if (!task.result || !("models" in task.result)) {
    throw new UsageError(
      `Task ${task.id} has no models. Its type is ${task.type} and its state is ${task.state.toLowerCase()}.`,
    );
  }
  if (task.erased_at !== undefined)
    throw new UsageError(
      `The models of task ${task.id} were deleted, because rows that it read were erased at ${task.erased_at}. Train again with the remaining rows.`,
    );
  const { reference } = task.parameters as { reference?: StatedAssembly | null };
  return { ...task.result.models, reference: sequenceOf(reference), task };
}

/** Reads the positions that the models know little about; empty if the training did not record them. */
async function hardlyVariedOf(
  workspace: Workspace,
  { artifact_id }: Artifact,
): Promise<readonly PositionRange[]> {
  const { data } = await workspace.artifact(artifact_id);
  return (data as { hardly_varied?: PositionRange[] }).hardly_varied ?? [];
}

/** Returns the generator specified by the flags, and reports the positions that it keeps. */
export function generatorOf(
  cli: Cli,
  { template, numbering, hardlyVaried, sampler }: DesignModels,
  options: DesignOptions,
) {
  const keepsStart = !options.allowStartMutation;
  const ranges = protectedRanges(options, template, numbering);
  // The service automatically keeps a start methionine, but no other residue.
  if (keepsStart && !template.startsWith("M")) ranges.unshift([0, 1]);
  if (keepsStart) {
    cli.say(
      `Position ${numbering.positionAt(0)} (${template[0]}) is kept. To mutate it, use --allow-start-mutation.`,
    );
  }
  const unknown = options.everyPosition ? [] : hardlyVaried.flatMap(withoutStart);
  if (unknown.length > 0) {
    ranges.push(...unknown);
    cli.say(
      `${writePositions(unknown, template, numbering)}: kept, because few measured variants change them. To mutate them, use --every-position.`,
    );
  }
  const kept = keptPositions(template, joinRanges(ranges));
  const whole = { ranges: wholeRanges(template) };
  const avoided = options.avoid?.length ? [{ apply_to: whole, motifs: options.avoid, operator: "none" }] : [];
  const requirements = [
    ...kept,
    ...[...structurePlaces(options), ...(options.protectRegion ?? []).map(regionOf)].map((part) =>
      keep(part, template),
    ),
    ...avoided,
  ];
  const maxMutations = options.mutations === undefined ? 4 : numberOf(options.mutations, "--mutations");
  return {
    type: "MODEL_BASED",
    template: { kind: kindOf(template), assembly: assemblyOf(template), sampler },
    max_mutations: maxMutations,
    ...(options.minMutations !== undefined && {
      min_mutations: numberOf(options.minMutations, "--min-mutations"),
    }),
    ...(requirements.length > 0 && { requirements }),
    allow_start_mutation: !keepsStart,
    ...(options.allowIndels && { allow_indels: true }),
    ...(options.forbid && { forbid_liabilities: options.forbid.map(liabilityOf) }),
  };
}

/** Returns the places that are known from the structure. */
function structurePlaces({ protectNear = [], protectBuried, protectExposed }: DesignOptions) {
  return [
    ...protectNear.map(nearPart),
    ...(protectBuried === undefined ? [] : [{ buried: numberOf(protectBuried, "--protect-buried") }]),
    ...(protectExposed === undefined ? [] : [{ exposed: numberOf(protectExposed, "--protect-exposed") }]),
  ];
}

/** Tells whether options keep places that are known from the structure. */
export function hasStructurePlaces(options: DesignOptions): boolean {
  return structurePlaces(options).length > 0;
}

/** Returns the positions that a task keeps by the structure, as the service resolved them. */
export function keptByStructure(parameters: object): PositionRange[] {
  const { generator } = parameters as {
    generator?: {
      requirements?: { operator: string; apply_to: { ranges: Record<string, PositionRange[]> } }[];
    };
  };
  const kept = (generator?.requirements ?? []).filter(({ operator }) => operator === "keep");
  return joinRanges(kept.flatMap(({ apply_to }) => Object.values(apply_to.ranges).flat()));
}

/** Returns the requirement that keeps the residues of a place in a template. */
function keep(part: object, template: string) {
  const ranges = Object.fromEntries(chainsOf(template).map(({ name }) => [name, [] as [number, number][]]));
  return {
    apply_to: { ranges, ...part },
    motifs: [] as string[],
    operator: "keep",
  };
}

/** Returns a region of an antibody, such as `FR` or `CDR-H3:kabat`, as requirements name it. */
function regionOf(stated: string): { region: string; scheme?: string } {
  const [region = "", scheme] = stated.split(":");
  return { region: region.toUpperCase(), ...(scheme !== undefined && { scheme: scheme.toUpperCase() }) };
}

/** Returns the name of a liability in requests; the service refuses unknown ones with the list. */
function liabilityOf(stated: string): string {
  return stated.toUpperCase().replace(/[- ]/g, "_");
}

/** Reads what `--protect-near` names: a part of the structure and a distance in angstrom. */
function nearPart(stated: string) {
  const [, part, chain, distance] = /^(?:(ligand)|chain=(\w+)):(\d+(?:\.\d+)?)$/.exec(stated) ?? [];
  if (distance === undefined)
    throw new UsageError(`--protect-near "${stated}": write ligand:8 or chain=B:8, with a distance in Å.`);
  return { within: Number(distance), of: part === undefined ? { chain } : part };
}

/** Returns a range without the first position, which has a separate option; empty if nothing remains. */
function withoutStart([from, to]: PositionRange): PositionRange[] {
  const start = Math.max(1, from);
  return start < to ? [[start, to]] : [];
}

export function numberOfDesigns({ number = "96" }: DesignOptions): number {
  return numberOf(number, "--number");
}

function protectedRanges(options: DesignOptions, template: string, numbering: Numbering): PositionRange[] {
  try {
    return readPositions((options.protect ?? []).join(","), template, numbering);
  } catch (error) {
    throw new UsageError(`--protect: ${error instanceof Error ? error.message : error}`);
  }
}

/** Returns the ranker's limit on designs with the same mutation; empty for the service's default. */
export function frequencyOf({ mutationFrequency: stated }: DesignOptions) {
  return stated === undefined ? {} : { max_mutation_frequency: numberOf(stated, "--mutation-frequency") };
}
