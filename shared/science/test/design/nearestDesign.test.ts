import { createRandom } from "@pdp/basics/statistics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator } from "../../../../test/shared/science/design/generators.ts";
import { cheapestDesign } from "../../design/cheapestDesign.ts";
import { designSpace, isFeasible, mutationCount } from "../../design/designSpace.ts";
import { enumerateDesigns } from "../../design/enumerateDesigns.ts";
import { nearestDesign, placedDesigns } from "../../design/nearestDesign.ts";
import { requireDesigns, whyOnlyTemplate } from "../../design/requireDesigns.ts";
import { startingDesigns } from "../../design/startingDesigns.ts";
import { createSampler } from "../../sampler/sampler.ts";
import { residueIndices, residueLetters } from "../../sequences/aminoAcids.ts";

const LENGTH = 5;
const motif = fc
  .array(fc.constantFrom(..."ACD"), { minLength: 1, maxLength: 3 })
  .map((letters) => letters.join(""));
const range = fc
  .tuple(fc.nat(LENGTH - 1), fc.integer({ min: 1, max: LENGTH }))
  .map(([from, size]): [number, number] => [from, Math.min(LENGTH, from + size)]);
const requirement = (operators: readonly ("none" | "any" | "all")[]) =>
  fc.record({
    operator: fc.constantFrom(...operators),
    motifs: fc.array(motif, { minLength: 1, maxLength: 2 }),
    ranges: fc.array(range, { minLength: 1, maxLength: 2 }),
  });
const text = fc
  .array(fc.constantFrom(..."ACD"), { minLength: LENGTH, maxLength: LENGTH })
  .map((letters) => letters.join(""));
/** At most three free positions, so that all sequences can be checked. */
const space = (operators: readonly ("none" | "any" | "all")[]) =>
  fc
    .record({
      template: text,
      requirements: fc.array(requirement(operators), { maxLength: 3 }),
      fixed: fc.constantFrom<[number, number][]>(
        [[0, 2]],
        [[1, 3]],
        [
          [0, 1],
          [3, 5],
        ],
      ),
      min: fc.nat(2),
      more: fc.nat(2),
    })
    .map(({ template, min, more, fixed, requirements }) =>
      designSpace(
        generator(template, {
          requirements,
          discouraged: [[2, 4]],
          min,
          max: Math.max(1, min + more),
        }),
        fixed,
      ),
    );

describe("the cheapest design", () => {
  it("the cheapest design is the one closest to the target among those that avoid forbidden motifs", () => {
    fc.assert(
      fc.property(space(["none"]), text, (allowed, target) => {
        const wanted = residueIndices(target);
        const pins = new Int8Array(LENGTH).fill(-1);
        const { design } = cheapestDesign(allowed, wanted, pins, createRandom(1));
        const distances = enumerateDesigns(allowed).map((design) => mutationCount(wanted, design));
        if (design === null) expect(distances).toEqual([]);
        else {
          expect(isFeasible(allowed, design)).toBe(true);
          expect(mutationCount(wanted, design)).toBe(Math.min(...distances));
        }
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});

describe("a design near a target", () => {
  it("a design near a target exists if and only if the space is not empty", () => {
    fc.assert(
      fc.property(space(["none", "any", "all"]), text, (allowed, target) => {
        const { design, complete } = nearestDesign(allowed, residueIndices(target), createRandom(1));
        expect(complete || design !== null).toBe(true);
        if (design !== null) expect(isFeasible(allowed, design)).toBe(true);
        else expect(enumerateDesigns(allowed)).toEqual([]);
      }),
      { seed: 2, numRuns: 80 },
    );
  });

  it("a design is found in a long protein with many requirements", () => {
    const template = "MSIQHFRVALIPFFAAFCLPVFAHPETLVKVKDAEDQLGARVGYIELDLNSGKILESFRPEERF".repeat(10);
    const allowed = designSpace(
      generator(template, {
        max: 80,
        requirements: [
          { operator: "none", motifs: ["AA", "FF", "LV", "KVK", "PVF"] },
          { operator: "all", motifs: ["WWCWW", "HHHHHH"], ranges: [[100, 300]] },
          { operator: "any", motifs: ["DDDDK", "ENLYFQG"], ranges: [[500, 640]] },
        ],
      }),
    );
    const { design } = nearestDesign(allowed, allowed.template, createRandom(1));
    expect(design).not.toBeNull();
    expect(isFeasible(allowed, design ?? new Uint8Array())).toBe(true);
    expect(residueLetters(design ?? []).slice(100, 300)).toContain("HHHHHH");
  });
});

describe("contradictory constraints", () => {
  const refusal = (template: string, stated: Parameters<typeof generator>[1]): string => {
    try {
      requireDesigns(designSpace(generator(template, stated)), createRandom(1));
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };

  it("contradictions are distinguished from a need for more mutations", () => {
    const requirements = [{ operator: "all" as const, motifs: ["WWW"] }];
    expect(refusal("AAAAA", { requirements, max: 2 })).toBe(
      "No sequence with at most 2 mutations meets all requirements; with 3 there is one. Increase max_mutations, or relax the requirements.",
    );
    expect(refusal("AAAAA", { requirements, max: 3 })).toBe("");
  });

  it("the start methionine is named if it is the cause", () => {
    const requirements = [{ operator: "none" as const, motifs: ["M"] }];
    expect(refusal("MCDEF", { requirements })).toContain("set allow_start_mutation");
    expect(refusal("MCDEF", { requirements, start: true })).toBe("");
    expect(refusal("CDMEF", { requirements, discouraged: [[0, 5]] })).toBe("");
  });

  it("discouraged positions are avoided if other positions work equally well", () => {
    const requirements = [{ operator: "none" as const, motifs: ["CD"] }];
    const space = designSpace(generator("ACDEF", { requirements, discouraged: [[1, 2]] }));
    for (let seed = 0; seed < 20; seed += 1) {
      const { design } = nearestDesign(space, space.template, createRandom(seed));
      expect(residueLetters(design ?? []).slice(0, 2)).toBe("AC");
    }
  });

  it("other contradictions are reported as such", () => {
    const requirements = [
      { operator: "any" as const, motifs: ["WC"] },
      { operator: "none" as const, motifs: ["W"] },
    ];
    expect(refusal("ACDEF", { requirements })).toContain("The requirements contradict each other");
    expect(refusal("ACD", { requirements: [{ operator: "all", motifs: ["WWWW"] }] })).toContain("contradict");
  });
});

describe("messages about generators without designs", () => {
  const TEMPLATE = "MKTAYIAKQRQISFVKSHFSRQ";
  const keep = (from: number, to: number) => ({
    operator: "keep" as const,
    motifs: [],
    apply_to: { ranges: { monomer: [[from, to] as [number, number]] } },
  });
  const spaceOf = (requirements: object[], min: number, max: number) =>
    designSpace({ ...generator(TEMPLATE, { min, max, start: true }), requirements } as never);
  const message = (space: ReturnType<typeof spaceOf>) => {
    try {
      requireDesigns(space, createRandom(1));
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const motif = { operator: "all", motifs: ["KWAYW"], apply_to: { ranges: {} } };

  it("a generator that yields only its template reports this", () => {
    expect(message(spaceOf([keep(0, 22)], 1, 3))).toContain("leaves only the template itself");
    const allowed = new Uint8Array(TEMPLATE.length * 20);
    for (const [position, residue] of residueIndices(TEMPLATE).entries())
      allowed[position * 20 + residue] = 1;
    expect(message({ ...spaceOf([], 1, 3), allowed })).toContain("list other residues");
    const whole = { operator: "all", motifs: [TEMPLATE], apply_to: { ranges: {} } };
    expect(message(spaceOf([whole], 1, 3))).toBe(
      "Only the template itself meets all requirements: relax them.",
    );
    // Without a minimum, the template is a design, and the shortage is explained afterwards.
    expect(message(spaceOf([keep(0, 22)], 0, 3))).toBe("");
    expect(whyOnlyTemplate([spaceOf([keep(0, 22)], 0, 3)], createRandom(1))).toContain("only the template");
    expect(whyOnlyTemplate([spaceOf([keep(0, 22)], 0, 3), spaceOf([], 0, 1)], createRandom(1))).toBeNull();
  });

  it("more mutations required than positions may change", () => {
    expect(message(spaceOf([keep(2, 22)], 3, 5))).toBe(
      "At least 3 mutations are required, but only 2 positions may change. Lower min_mutations, or keep fewer positions.",
    );
  });

  it("a motif that kept positions or listed residues make impossible", () => {
    expect(message(spaceOf([keep(2, 22), motif], 1, 5))).toContain(
      "cannot be met by changing the 2 positions that may change",
    );
    const allowed = new Uint8Array(TEMPLATE.length * 20).fill(1);
    allowed.fill(0, 5 * 20, 6 * 20);
    allowed[5 * 20 + residueIndices("I")[0]!] = 1;
    const listed = { ...spaceOf([keep(0, 2), keep(6, 22), motif], 1, 5), allowed };
    expect(message(listed)).toContain("The listed residues cannot meet the requirements");
    expect(message(spaceOf([motif], 1, 1))).toContain("with 2 there is one");
  });
});

it("a required motif is placed wherever the mutations suffice", () => {
  const template = "MKTAYIAKQRQISFVKTAYIRQLEKTAYIGD";
  const requirements = [{ operator: "all" as const, motifs: ["KWAYW"] }];
  const space = designSpace(generator(template, { requirements, max: 2 }));
  const { designs, complete } = placedDesigns(space, space.template, createRandom(1), 20);
  expect(complete).toBe(true);
  expect(designs.map((design) => residueLetters(design).indexOf("KWAYW")).toSorted((a, b) => a - b)).toEqual([
    1, 15, 24,
  ]);
  expect(designs.every((design) => isFeasible(space, design))).toBe(true);
  const sampler = createSampler({
    reference: space.template,
    fields: new Float64Array(template.length * 20),
    sites: new Uint16Array(),
    couplings: new Float32Array(),
  });
  const proposal = { sampler, temperature: 2, evenShare: 0.5 };
  expect(startingDesigns(space, 50, proposal, createRandom(1))).toHaveLength(3);
});
