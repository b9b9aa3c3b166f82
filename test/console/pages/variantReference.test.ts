import { expect, test } from "vitest";
import { inGroups } from "#console/pages/variant/inGroups.ts";
import { compareWithNearest } from "#console/pages/variant/variantReference.ts";

const WILD = { name: "wt", monomer: "MKTAYIAK", first_position: 24 };
const BEST = { name: "best", monomer: "MKTAYIWK" };

test("a variant is compared with the protein that it differs least from, in its numbers", () => {
  const compared = compareWithNearest("AKTAYIAK", [
    BEST,
    { ...WILD, name: "long", monomer: "MKTAYIAKQ" },
    WILD,
  ]);
  expect([compared?.reference.name, compared?.mutations]).toEqual(["wt", ["M24A"]]);
  expect(compareWithNearest("MKTAYIWG", [WILD, BEST])?.mutations).toEqual(["K8G"]);
  expect(compareWithNearest(WILD.monomer, [WILD])?.mutations).toEqual([]);
});

test("an unlike protein is not taken as the reference of a variant", () => {
  expect(compareWithNearest("GGGGGGGG", [WILD])).toBeNull();
  expect(compareWithNearest("MKTAYIA", [WILD])).toBeNull();
});

test("work in groups keeps the order, and runs at most four at a time", async () => {
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
