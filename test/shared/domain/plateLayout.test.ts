import fc from "fast-check";
import { describe, expect, it } from "vitest";
import "#test/support/propertySeed.ts";
import {
  type Ordered,
  type OrderWell,
  type PlatePlan,
  plateLayout,
} from "#shared/domain/orders/plateLayout.ts";
import { plateWells } from "#shared/domain/orders/plateWells.ts";

const design = (index: number): Ordered => ({
  name: `D${index}`,
  role: "DESIGN",
  mutations: "",
  sequence: "MK",
});
const designs = (count: number): Ordered[] => Array.from({ length: count }, (_, index) => design(index + 1));
const control = (role: "PARENT" | "BEST" | "NEGATIVE" | "BLANK"): Ordered => ({
  name: role.toLowerCase(),
  role,
  mutations: "",
  sequence: role === "BLANK" ? null : "MK",
});

function wellsOf(count: number, plans: PlatePlan[], seed = "1"): OrderWell[] {
  const layout = plateLayout(designs(count), plans, seed);
  if ("problem" in layout) throw new Error(layout.problem);
  return layout.wells;
}

const plan = (changes: Partial<PlatePlan> = {}): PlatePlan => ({
  format: 96,
  controls: [],
  layout: "ROWS",
  keepEdgesFree: false,
  ...changes,
});

describe("plateLayout", () => {
  it("gives every design one well and every plate its controls, on usable wells only", () => {
    const controls = fc.uniqueArray(fc.constantFrom("PARENT", "BEST", "NEGATIVE", "BLANK" as const), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        controls,
        fc.integer({ min: 1, max: 14 }),
        fc.constantFrom(96 as const, 384 as const),
        fc.constantFrom("ROWS" as const, "RANDOM" as const, "BLOCKED" as const),
        fc.boolean(),
        fc.string(),
        (count, kinds, most, format, layout, keepEdgesFree, seed) => {
          const stated = kinds.map((kind, index) => ({
            control: control(kind),
            replicates: Math.max(1, most - 3 * index),
          }));
          const wells = wellsOf(count, [plan({ format, controls: stated, layout, keepEdgesFree })], seed);
          const usable = new Set(plateWells({ wells: format, freeEdge: keepEdgesFree }));
          const taken = new Set(wells.map(({ plate, well }) => `${plate}:${well}`));
          expect(taken.size).toBe(wells.length);
          expect(wells.every(({ well }) => usable.has(well ?? ""))).toBe(true);
          const placed = wells.filter(({ role }) => role === "DESIGN").map(({ name }) => name);
          expect(placed.sort()).toEqual(
            designs(count)
              .map(({ name }) => name)
              .sort(),
          );
          const plates = Math.max(...wells.map(({ plate }) => plate ?? 0));
          for (const { control: one, replicates } of stated) {
            for (let plate = 1; plate <= plates; plate += 1) {
              const own = wells.filter((well) => well.plate === plate && well.name === one.name);
              expect(own).toHaveLength(replicates);
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it("places designs row by row and controls last", () => {
    const wells = wellsOf(2, [plan({ controls: [{ control: control("PARENT"), replicates: 2 }] })]);
    expect(wells.map(({ well, name }) => `${well} ${name}`)).toEqual([
      "A01 D1",
      "A02 D2",
      "H11 parent",
      "H12 parent",
    ]);
  });

  it("continues on further plates with the last plan", () => {
    const wells = wellsOf(500, [plan(), plan({ format: 384 })]);
    expect(wells.filter(({ plate }) => plate === 1)).toHaveLength(96);
    expect(wells.filter(({ plate }) => plate === 2)).toHaveLength(384);
    expect(wells.filter(({ plate }) => plate === 3)).toHaveLength(20);
  });

  it("repeats a random layout for the same seed and differs for another one", () => {
    const random = [plan({ layout: "RANDOM" })];
    expect(wellsOf(96, random, "1")).toEqual(wellsOf(96, random, "1"));
    expect(wellsOf(96, random, "1")).not.toEqual(wellsOf(96, random, "2"));
  });

  it("gives each block of columns one replicate of every control in a blocked layout", () => {
    const controls = [
      { control: control("PARENT"), replicates: 4 },
      { control: control("BLANK"), replicates: 4 },
    ];
    const wells = wellsOf(60, [plan({ layout: "BLOCKED", controls })]);
    const blockOf = (well: string | null): number => Math.floor((Number(well?.slice(1)) - 1) / 3);
    for (const name of ["parent", "blank"]) {
      const blocks = wells.filter((one) => one.name === name).map(({ well }) => blockOf(well));
      expect(blocks.sort()).toEqual([0, 1, 2, 3]);
    }
    const perBlock = [0, 1, 2, 3].map((block) => wells.filter(({ well }) => blockOf(well) === block).length);
    expect(perBlock).toEqual([17, 17, 17, 17]);
  });

  it("moves a control to the next block with a free well if its block is full", () => {
    const controls = [
      { control: control("PARENT"), replicates: 31 },
      { control: control("BLANK"), replicates: 28 },
    ];
    const wells = wellsOf(1, [plan({ layout: "BLOCKED", keepEdgesFree: true, controls })]);
    expect(new Set(wells.map(({ well }) => well)).size).toBe(60);
    expect(wells.every(({ well }) => typeof well === "string")).toBe(true);
  });

  it("names the plate on which controls leave no wells", () => {
    const full = plan({ keepEdgesFree: true, controls: [{ control: control("BLANK"), replicates: 60 }] });
    expect(plateLayout(designs(1), [full], "1")).toEqual({
      plate: 1,
      problem:
        "60 control wells leave no wells for designs: a plate has 60 usable wells. Request fewer replicates",
    });
  });

  it("lists designs without wells if there are no plates", () => {
    expect(wellsOf(1, [])).toEqual([{ ...design(1), plate: null, well: null }]);
  });
});
