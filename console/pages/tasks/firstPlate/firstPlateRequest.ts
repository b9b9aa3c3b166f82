import type { NumberingStated } from "@pdp/basics/proteins";
import type { NewTask } from "#client/requests/newTask.ts";
import type { TrainOptions } from "#client/requests/trainRequest.ts";
import { withHomologs } from "../train/withHomologs.ts";
import { withStructure } from "../train/withStructure.ts";

/** Protein with its residue numbers. */
export interface NumberedProtein extends NumberingStated {
  monomer: string;
}

interface FirstPlateOptions extends Pick<TrainOptions, "project" | "round" | "name"> {
  reference: NumberedProtein;
  /** Empty for none. */
  structure: string;
  /** Choice of the field for related proteins. */
  homologs: string;
  /** Parameters of the training that is repeated. */
  earlier: Readonly<Record<string, unknown>>;
}

/** Composes a request to train without measurements: only on a structure, on related proteins, or on both. */
export function firstPlateRequest({
  project,
  round,
  reference: { monomer, first_position: first, positions },
  structure,
  homologs,
  name,
  earlier,
}: FirstPlateOptions): NewTask<"createTrain"> {
  const { data: before, ...others } = earlier as { data?: { homologs?: unknown } };
  return {
    context: round ? { kind: "ROUND", round_id: round } : { kind: "PROJECT", project_id: project },
    ...(name && { display_name: name }),
    parameters: withStructure(
      {
        ...others,
        data: withHomologs({ kind: "MONOMER" as const, ...before }, homologs),
        reference: {
          monomer,
          ...(positions ? { positions: [...positions] } : first != null && { first_position: first }),
        },
      } as NewTask<"createTrain">["parameters"],
      structure,
    ),
  };
}
