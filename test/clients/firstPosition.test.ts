import { expect, test } from "vitest";
import { firstPosition } from "#client/firstPosition.ts";

const MATURE = { monomer: "MKT", first_position: 24, positions: null };
const GAPS = { monomer: "MKT", first_position: null, positions: [1, 2, 5] };
const CONTINUOUS = { monomer: "MKT", first_position: null, positions: [7, 8, 9] };

test("a protein is numbered as its task states, or as the project's reference of the same sequence", () => {
  expect(firstPosition("MKT", { monomer: "MKT", first_position: 0 }, [MATURE])).toBe(0);
  expect(firstPosition("MKT", { monomer: "MKT" }, [MATURE])).toBe(24);
  expect(firstPosition("MKT", null, [{ ...GAPS, monomer: "MKV" }, CONTINUOUS])).toBe(7);
});

test("no number is assumed for another protein, without numbers, or for numbers with gaps", () => {
  expect(firstPosition("MKV", { monomer: "MKT", first_position: 3 }, [MATURE])).toBeNull();
  expect(firstPosition("MKT", { monomer: "MKT" }, [])).toBeNull();
  expect(firstPosition("MKT", null, [GAPS, MATURE])).toBeNull();
  expect(firstPosition("", null)).toBeNull();
});
