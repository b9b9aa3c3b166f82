import {
  brokenNumbering,
  FirstPosition,
  joinChains,
  Positions,
  ReferenceName,
  Sequence,
} from "@pdp/basics/proteins";
import {
  absentOrNull,
  type BrokenRule,
  brokenRules,
  forbidden,
  given,
  givenTogether,
  noneGiven,
} from "@pdp/basics/schemas";
import * as v from "valibot";

const fields = v.object({
  monomer: v.pipe(v.optional(Sequence), v.description("The sequence itself")),
  vh: v.pipe(
    v.optional(v.nullable(Sequence)),
    v.description("Instead of `monomer`: variable domain of the heavy chain; null if there is none"),
    v.examples([null]),
  ),
  vl: v.pipe(
    v.optional(v.nullable(Sequence)),
    v.description("Instead of `monomer`: variable domain of the light chain; null if there is none"),
    v.examples([null]),
  ),
  project_reference: v.pipe(
    absentOrNull(ReferenceName),
    v.description(
      "Name of a reference of the task's project, instead of `monomer`; the task stores its current sequence and numbering",
    ),
    v.examples([null]),
  ),
  first_position: v.optional(FirstPosition),
  positions: v.optional(Positions),
});
type Fields = v.InferOutput<typeof fields>;

/** Reference of a task: its sequence, its residue numbering, and the project reference from which it was read. */
export type TaskReference = Omit<Fields, "monomer"> & {
  /** The only chain, or both joined. Empty until the project's reference has been read. */
  monomer: string;
};

function brokenReference({ vh, vl, ...single }: Fields): BrokenRule[] {
  if (vh == null && vl == null) return brokenSingle(single);
  const { monomer, project_reference: name, ...numbering } = single;
  if (monomer !== undefined || name != null)
    return [{ path: [vh == null ? "vl" : "vh"], message: "State either one chain, or vh and vl" }];
  const [numbered] = Object.entries(numbering).find(([, value]) => value != null) ?? [];
  if (numbered === undefined) return [];
  return [{ path: [numbered], message: "Residues of two chains are numbered from 1: omit this field" }];
}

function brokenSingle({
  monomer,
  project_reference: name,
  ...numbering
}: Omit<Fields, "vh" | "vl">): BrokenRule[] {
  if (monomer === undefined && name == null) {
    const message =
      "Field required: the sequence, or `project_reference` with the name of a project reference";
    return [{ path: ["monomer"], message }];
  }
  const isNumbered = numbering.first_position != null || numbering.positions != null;
  if (monomer === undefined && isNumbered) {
    const [field] = numbering.positions == null ? ["first_position"] : ["positions"];
    return [
      {
        path: [field as string],
        message: "The project reference defines the numbering: omit it here",
      },
    ];
  }
  return brokenNumbering(numbering, monomer?.length ?? null);
}

/** Sequence that variants are compared with: either the sequence itself, or the name of a reference of the task's project. */
export const TaskReference = v.pipe(
  fields,
  brokenRules<Fields>(brokenReference),
  forbidden(
    noneGiven("monomer", "project_reference", "vh", "vl"),
    givenTogether("first_position", "positions"),
    {
      allOf: [noneGiven("monomer"), { anyOf: [given("first_position"), given("positions")] }],
    },
  ),
  v.transform(({ monomer = "", ...rest }): TaskReference => {
    const { vh = null, vl = null } = rest;
    return { ...rest, monomer: vh === null && vl === null ? monomer : joinChains(vh, vl) };
  }),
);
