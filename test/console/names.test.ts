import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DESIGN_PREFIX } from "#console/pages/designs/designPrefix.ts";
import {
  type NameRule,
  PROJECT_NAME,
  problemOfName,
  proposedName,
  TABLE_NAME,
  WORKSPACE_NAME,
} from "#console/parts/names.ts";

describe("a proposed name", () => {
  it.each([
    [TABLE_NAME, "Kinase round 2", "kinase_round_2"],
    [TABLE_NAME, "2 Plattenläufe (März)", "table_2_plattenlaufe_marz"],
    [TABLE_NAME, "__hidden", "hidden"],
    [WORKSPACE_NAME, "Protein Lab", "protein-lab"],
    [WORKSPACE_NAME, "lab_2", "lab-2"],
    [PROJECT_NAME, " PETase at 65 °C ", "PETase-at-65-°C"],
    [DESIGN_PREFIX, "2. Runde März ", "Runde_Marz_"],
  ])("a proposed name consists of the words that were typed", (rule: NameRule, words, expected) => {
    expect(problemOfName(rule, words)).toBe(rule.sentence);
    expect(proposedName(rule, words)).toBe(expected);
  });

  it("valid names and words without letters or digits get no proposal", () => {
    for (const [rule, name] of [
      [TABLE_NAME, "Plate_3"],
      [WORKSPACE_NAME, "lab"],
      [PROJECT_NAME, "PETase"],
    ] as const) {
      expect(problemOfName(rule, name)).toBeNull();
      expect(proposedName(rule, name)).toBeNull();
      expect(proposedName(rule, "  ")).toBeNull();
    }
    expect(proposedName(TABLE_NAME, "酵素")).toBeNull();
  });

  it("a proposed name is always valid", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(TABLE_NAME, WORKSPACE_NAME, PROJECT_NAME, DESIGN_PREFIX),
        fc.string({ maxLength: 300, unit: "grapheme" }),
        (rule, words) => {
          const proposed = proposedName(rule, words);
          if (proposed !== null) expect(problemOfName(rule, proposed)).toBeNull();
        },
      ),
    );
  });
});
