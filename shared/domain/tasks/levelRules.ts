import { chainLengths, haveSameChains } from "@pdp/basics/proteins";
import type { BrokenRule } from "@pdp/basics/schemas";
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

interface Objective {
  measure: { assay_id: string };
  reference: Level;
}

interface Engineer extends Designing {
  ranker: {
    primary_objective: Objective | null;
    secondary_objectives?: Objective[] | null | undefined;
    constraints?: { threshold: Level }[] | null | undefined;
  };
}

/** Checks the parameters of a Diversify task: its models only score sequences of the same length as the template. */
export function brokenDiversifyRules(parameters: Diversify): BrokenRule[] {
  const { monomer } = parameters.ranker.sampler_config.reference_assembly;
  return [
    ...sequenceRules(parameters, monomer, ["ranker", "sampler_config", "reference_assembly", "monomer"]),
    ...filterRules(parameters),
  ];
}

export function brokenEngineerRules(parameters: Engineer): BrokenRule[] {
  const { primary_objective, secondary_objectives, constraints } = parameters.ranker;
  return [
    ...(primary_objective === null
      ? []
      : levelRules(parameters, primary_objective.reference, ["ranker", "primary_objective", "reference"])),
    ...(secondary_objectives ?? []).flatMap(({ reference }, index) =>
      levelRules(parameters, reference, ["ranker", "secondary_objectives", index, "reference"]),
    ),
    ...(constraints ?? []).flatMap(({ threshold }, index) =>
      levelRules(parameters, threshold, ["ranker", "constraints", index, "threshold"]),
    ),
    ...objectiveRules(parameters.ranker),
    ...filterRules(parameters),
  ];
}

/** Checks that secondary objectives are accompanied by a primary objective, and that all of them name different assays. */
export function objectiveRules({
  primary_objective: primary,
  secondary_objectives,
}: Engineer["ranker"]): BrokenRule[] {
  const secondary = secondary_objectives ?? [];
  if (secondary.length > 0 && primary === null) {
    const message = "Secondary objectives require a primary objective: move one of them to primary_objective";
    return [{ path: ["ranker", "secondary_objectives"], message }];
  }
  const ids = [primary, ...secondary].map((objective) => objective?.measure.assay_id);
  return secondary.flatMap(({ measure: { assay_id } }, index) => {
    if (ids.indexOf(assay_id) === index + 1) return [];
    const path = ["ranker", "secondary_objectives", index, "measure", "assay_id"];
    return [{ path, message: `The assay "${assay_id}" already has an objective` }];
  });
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

function sequenceRules({ generator }: Designing, sequence: string, path: (string | number)[]): BrokenRule[] {
  const template = firstTemplate(generator);
  if (template === null || haveSameChains(sequence, template)) return [];
  return [
    {
      path,
      message: `It has ${chainLengths(sequence)} residues but the template has ${chainLengths(template)}: they must have the same length`,
    },
  ];
}
