import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { plainTraining, statedTraining } from "#console/pages/tasks/measured/plainTraining.ts";
import { withHomologs } from "#console/pages/tasks/train/withHomologs.ts";
import { withStructure } from "#console/pages/tasks/train/withStructure.ts";
import { Train } from "#shared/domain/tasks/trainParameters.ts";

const DATASET = { kind: "TABLE", table: "plate" };
const HOMOLOGS = { kind: "TABLE", table: "family" };
const OTHERS = { reference: { monomer: "MKTAYIAKQR" }, assays: [{ assay_id: "activity" }] };
const OBJECTIVE = { primary_objective: { assay_id: "activity", direction: "MAXIMIZE" } };

/** Repeats a training run with other rows, related proteins and a structure, as the form does. */
function again(earlier: object, homologs: string, structure: string): Record<string, unknown> {
  const all = { ...plainTraining(earlier), dataset: { kind: "TABLE", table: "second" } };
  return statedTraining(withStructure(withHomologs(all, homologs), structure));
}

describe("a training run that is repeated", () => {
  it.each([
    ["separate fields", { dataset: DATASET, homologs: HOMOLOGS, ...OTHERS }],
    ["one object", { data: { kind: "HOMOLOGS", homologs: HOMOLOGS, dataset: DATASET }, ...OTHERS }],
    ["one object without homologs", { data: { kind: "DATASET", dataset: DATASET }, ...OTHERS }],
    [
      "one object with an objective",
      { data: { kind: "DATASET", dataset: DATASET }, ...OTHERS, ...OBJECTIVE },
    ],
  ])("is accepted with its data in %s", (_, earlier) => {
    expect(v.is(Train, earlier)).toBe(true);
    for (const homologs of ["", "family"])
      for (const structure of ["", "12"]) {
        const repeated = again(earlier, homologs, structure);
        expect(v.is(Train, repeated)).toBe(true);
        expect(JSON.stringify(repeated)).toContain('"second"');
        expect(JSON.stringify(repeated)).not.toContain('"plate"');
        expect(JSON.stringify(repeated).includes('"family"')).toBe(homologs !== "");
      }
  });
});
