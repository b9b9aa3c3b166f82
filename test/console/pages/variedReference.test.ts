import { expect, test } from "vitest";
import { variedReference } from "#console/pages/tasks/measured/variedReference.ts";

const PARENT = "MKTAYIAKQRQISFVK";
const designs = ["MKTAYIAKQRQISFVW", "MKTWYIAKQRQISFVW", "MKTAYIAKQRQISLVW"];

test("the reference of a project that the rows vary is proposed, even if most rows have a mutation", () => {
  const other = PARENT.replace("MKTA", "GGGG");
  expect(variedReference(designs, [{ monomer: other }, { monomer: PARENT }])).toBe(PARENT);
});

test("without such a reference, the most common residues are proposed", () => {
  expect(variedReference(designs, [])).toBe("MKTAYIAKQRQISFVW");
  const unlike = [{ monomer: PARENT.slice(1) }, { monomer: PARENT.replace("TAYI", "GGGG") }];
  expect(variedReference(designs, unlike)).toBe("MKTAYIAKQRQISFVW");
  expect(variedReference([], [{ monomer: PARENT }])).toBe("");
});
