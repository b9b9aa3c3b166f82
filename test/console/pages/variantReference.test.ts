import { expect, test } from "vitest";
import type { Task } from "#client/taskHandle.ts";
import { inGroups } from "#console/pages/variant/inGroups.ts";
import { compareWithNearest, knownProteins, variantTitle } from "#console/pages/variant/variantReference.ts";

const WILD = { name: "wt", monomer: "MKTAYIAK", first_position: 24, training: null };
const BEST = { name: "best", monomer: "MKTAYIWK", training: null };

test("a variant is compared with the most similar protein, using that protein's numbering", () => {
  const compared = compareWithNearest("AKTAYIAK", [
    BEST,
    { ...WILD, name: "long", monomer: "MKTAYIAKQ" },
    WILD,
  ]);
  expect([compared?.reference.name, compared?.mutations]).toEqual(["wt", ["M24A"]]);
  expect(compareWithNearest("MKTAYIWG", [WILD, BEST])?.mutations).toEqual(["K8G"]);
  expect(compareWithNearest(WILD.monomer, [WILD])?.mutations).toEqual([]);
});

test("the reference of a training run uses the recorded numbering and is listed after project references", () => {
  const training = {
    id: "7",
    parameters: { reference: { monomer: WILD.monomer } },
    numbering: { first_position: 20, positions: null },
  } as unknown as Task;
  const other = { id: "8", parameters: {} } as unknown as Task;
  const proteins = knownProteins(
    [{ references: [BEST] }, {}],
    [training, other],
    ({ id }) => `training ${id}`,
  );
  expect(proteins.map(({ name }) => name)).toEqual(["best", "the reference of training 7"]);
  expect(compareWithNearest("MKTVYIAK", proteins)?.mutations).toEqual(["A23V"]);
});

test("a dissimilar protein is not used as the reference of a variant", () => {
  expect(compareWithNearest("GGGGGGGG", [WILD])).toBeNull();
  expect(compareWithNearest("MKTAYIA", [WILD])).toBeNull();
});

test("grouped work keeps its order and runs at most four items at a time", async () => {
  let [running, most] = [0, 0];
  const results = await inGroups([1, 2, 3, 4, 5, 6], async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return item * 10;
  });
  expect([results, most]).toEqual([[10, 20, 30, 40, 50, 60], 4]);
});

test("a variant is named by its mutations, by the name of its reference, or by its first residues", () => {
  const title = (sequence: string, known = [WILD]) =>
    variantTitle(compareWithNearest(sequence, known), sequence);
  expect(["AKTAYIAG", WILD.monomer, "GGGGGGGG", "GGGGGGGGGGGGGG"].map((sequence) => title(sequence))).toEqual(
    ["M24A K31G", "Wt", "Variant GGGGGGGG", "Variant GGGGGGGGGGGG…"],
  );
  const long = { ...WILD, monomer: "MKTAYIAKQRQISFVK" };
  expect(title("AATAAAAAAAQISFVK", [long])).toBe("M24A K25A Y28A I29A K31A Q32A …");
});
