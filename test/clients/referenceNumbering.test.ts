import { FROM_ONE } from "@pdp/basics/proteins";
import { expect, test } from "vitest";
import { numberingOf } from "#cli/commands/task/numbering.ts";
import { referenceNumbering } from "#client/referenceNumbering.ts";

const MATURE = { monomer: "MKT", first_position: 24, positions: null };
const GAPS = { monomer: "MKT", first_position: null, positions: [1, 2, 5] };
const CONTINUOUS = { monomer: "MKT", first_position: null, positions: [7, 8, 9] };

test("a protein uses the numbering of its task or project reference, including gaps", () => {
  const numbers = (...args: Parameters<typeof referenceNumbering>) => {
    const numbering = referenceNumbering(...args);
    return numbering && [0, 1, 2].map((index) => numbering.positionAt(index));
  };
  expect(numbers("MKT", { monomer: "MKT", first_position: 0 }, [MATURE])).toEqual([0, 1, 2]);
  expect(numbers("MKT", { monomer: "MKT" }, [MATURE])).toEqual([24, 25, 26]);
  expect(numbers("MKT", null, [{ ...GAPS, monomer: "MKV" }, CONTINUOUS])).toEqual([7, 8, 9]);
  expect(numbers("MKT", null, [GAPS, MATURE])).toEqual([1, 2, 5]);
});

test("the first number is defined only for numbering without gaps", () => {
  const first = (reference: typeof MATURE | typeof GAPS) =>
    referenceNumbering("MKT", null, [reference])?.countedFrom();
  expect([first(MATURE), first(CONTINUOUS), first(GAPS)]).toEqual([24, 7, null]);
});

test("no numbering is assumed for other proteins or missing numbers", () => {
  expect(referenceNumbering("MKV", { monomer: "MKT", first_position: 3 }, [MATURE])).toBeNull();
  expect(referenceNumbering("MKT", { monomer: "MKT" }, [])).toBeNull();
  expect(referenceNumbering("", null)).toBeNull();
});

test("a flag overrides the default numbering, and a numbering name and a first number cannot be combined", async () => {
  const sources = {
    usual: async () => referenceNumbering("MKT", null, [GAPS]) ?? FROM_ONE,
    project: async () => undefined,
  };
  const last = async (options: { firstNumber?: string; numbering?: string }) =>
    (await numberingOf(options, "MKT", sources)).positionAt(2);
  expect([await last({}), await last({ firstNumber: "-1" })]).toEqual([5, 1]);
  await expect(last({ firstNumber: "1.5" })).rejects.toThrow("--first-number must be an integer");
  await expect(last({ firstNumber: "1", numbering: "mature" })).rejects.toThrow("not both");
  await expect(last({ numbering: "mature" })).rejects.toThrow("is not in a project");
});
