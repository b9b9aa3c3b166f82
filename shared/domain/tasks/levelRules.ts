import type { BrokenRule } from "#shared/domain/brokenRules.ts";
import { firstTemplate } from "./candidateTree.ts";
import type { CandidateGenerator } from "./ensembleParameters.ts";

interface Assembly {
  monomer: string;
}
/** A number, or the value of a reference sequence. */
type Level = number | { reference: Assembly };

interface Designing {
  generator: CandidateGenerator;
  filterers?: { constraints?: { threshold: Level }[] | null | undefined }[] | null | undefined;
}

interface Diversify extends Designing {
  ranker: { sampler_config: { reference_assembly: Assembly } };
}

interface Engineer extends Designing {
  ranker: {
    primary_objective: { reference: Level } | null;
    constraints?: { threshold: Level }[] | null | undefined;
  };
}

/** Checks the parameters of a Diversify task: its models score only sequences as long as the template. */
export function brokenDiversifyRules(parameters: Diversify): BrokenRule[] {
  const { monomer } = parameters.ranker.sampler_config.reference_assembly;
  return [
    ...sequenceRules(parameters, monomer, ["ranker", "sampler_config", "reference_assembly", "monomer"]),
    ...filterRules(parameters),
  ];
}

export function brokenEngineerRules(parameters: Engineer): BrokenRule[] {
  const { primary_objective, constraints } = parameters.ranker;
  return [
    ...(primary_objective === null
      ? []
      : levelRules(parameters, primary_objective.reference, ["ranker", "primary_objective", "reference"])),
    ...(constraints ?? []).flatMap(({ threshold }, index) =>
      levelRules(parameters, threshold, ["ranker", "constraints", index, "threshold"]),
    ),
    ...filterRules(parameters),
  ];
}

function filterRules(parameters: Designing): BrokenRule[] {
  return (parameters.filterers ?? []).flatMap(({ constraints }, filterer) =>
    (constraints ?? []).flatMap(({ threshold }, index) =>
      levelRules(parameters, threshold, ["filterers", filterer, "constraints", index, "threshold"]),
    ),
  );
}

function levelRules(parameters: Designing, level: Level, path: (string | number)[]): BrokenRule[] {
  if (typeof level === "number") return [];
  return sequenceRules(parameters, level.reference.monomer, [...path, "reference", "monomer"]);
}

function sequenceRules(
  { generator }: Designing,
  { length }: string,
  path: (string | number)[],
): BrokenRule[] {
  const expected = firstTemplate(generator)?.length;
  if (expected === undefined || length === expected) return [];
  return [{ path, message: `It has ${length} residues, and the template ${expected}: they must be as long` }];
}
