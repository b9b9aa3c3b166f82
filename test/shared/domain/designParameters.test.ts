import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it, test } from "vitest";
import { CandidateGenerator } from "#shared/domain/tasks/candidateGenerator.ts";
import { Diversify, Engineer } from "#shared/domain/tasks/designParameters.ts";

const MONOMER = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV";
const sampler = { artifact_id: "153713459200901" };
const scorer = { artifact_id: "153713459200902" };
const measure = { assay_id: "activity", direction: "MAXIMIZE" };

function generator(more: Record<string, unknown> = {}) {
  return {
    type: "MODEL_BASED",
    template: { kind: "MONOMER", assembly: { monomer: MONOMER }, sampler },
    ...more,
  };
}

function requirementOf(operator: string, motifs: string[], ranges: Record<string, unknown> = {}) {
  return { requirements: [{ apply_to: { ranges }, motifs, operator }] };
}

/** Returns values of the first kind in 90 % of cases. */
function mostlyFirst<A, B>(usual: fc.Arbitrary<A>, other: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other });
}

/** Returns the location and message of each problem. */
function problems(schema: v.GenericSchema, value: unknown): [string, string][] {
  const { issues = [] } = v.safeParse(schema, value, { abortPipeEarly: true });
  return issues.map((issue) => [(issue.path ?? []).map(({ key }) => key).join("."), issue.message]);
}

test("a generator in a combination cannot allow insertions and deletions", () => {
  const members = [generator({ allow_indels: true }), generator()];
  expect(problems(CandidateGenerator, { type: "PARALLEL", ensemble: members })).toEqual([
    [
      "ensemble.0.allow_indels",
      "Generators in a combination can only propose substitutions: remove allow_indels",
    ],
  ]);
});

describe("a generator's parameters", () => {
  it.each<[string, Record<string, unknown>]>([
    ["the chain's name", { discourage_mutations: { ranges: { monomer: [[0, 32]] } }, min_mutations: 0 }],
    [
      "the alias, and the chain's name beside it",
      { alias: "heavy", ...requirementOf("none", ["W"], { heavy: [[0, 3]], monomer: [[5, 6]] }) },
    ],
    ["as many mutations as there are positions after the start", { min_mutations: 31, max_mutations: 31 }],
    [
      "as many mutations as there are positions",
      { min_mutations: 32, max_mutations: 32, allow_start_mutation: true },
    ],
    [
      "mutations although all positions are discouraged",
      { min_mutations: 3, discourage_mutations: { ranges: { monomer: [[0, 32]] } } },
    ],
    ["measured insertions and deletions", { allow_indels: true }],
    ["one motif of several that fits", requirementOf("any", ["W".repeat(33), "W"])],
    ["a forbidden motif longer than the protein", requirementOf("none", ["W".repeat(33)])],
  ])("a generator's parameters accept %s", (_, more) => {
    expect(problems(CandidateGenerator, generator(more))).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string, RegExp]>([
    [
      "a chain that is not there",
      { discourage_mutations: { ranges: { light: [[0, 1]] } } },
      "discourage_mutations.ranges.light",
      /no chain with this name.*"monomer"/,
    ],
    [
      "a chain that is not there, in a requirement",
      { alias: "heavy", ...requirementOf("none", ["W"], { light: [[0, 1]] }) },
      "requirements.0.apply_to.ranges.light",
      /"heavy" or "monomer"/,
    ],
    [
      "a range that ends after the protein",
      {
        discourage_mutations: {
          ranges: {
            monomer: [
              [0, 3],
              [30, 33],
            ],
          },
        },
      },
      "discourage_mutations.ranges.monomer.1",
      /ends at 33.*32 residues/,
    ],
    [
      "more mutations than allowed",
      { min_mutations: 5, max_mutations: 2 },
      "min_mutations",
      /5, must not exceed max_mutations, 2/,
    ],
    ["more mutations than allowed by default", { min_mutations: 9 }, "min_mutations", /8 \(the default\)/],
    [
      "more mutations than positions",
      { min_mutations: 33, max_mutations: 40, allow_start_mutation: true },
      "min_mutations",
      /only 32 of the template's 32/,
    ],
    [
      "more mutations than positions after the start",
      { min_mutations: 32, max_mutations: 40 },
      "min_mutations",
      /only 31 of the template's 32 positions.*allow_start_mutation/,
    ],
    [
      "a motif that fits nowhere",
      requirementOf("any", ["W".repeat(33)]),
      "requirements.0.motifs.0",
      /33 residues.*32/,
    ],
    [
      "one of the motifs that all must occur and does not fit its ranges",
      requirementOf("all", ["WW", "WWWW"], {
        monomer: [
          [0, 3],
          [4, 6],
        ],
      }),
      "requirements.0.motifs.1",
      /4 residues.*longest range has only 3/,
    ],
  ])("a generator's parameters are refused for %s, with the name of the field", (_, more, path, message) => {
    expect(problems(CandidateGenerator, generator(more))).toEqual([[path, expect.stringMatching(message)]]);
  });

  it("for any ranges, parameters are either rejected or consistent", () => {
    // Only a few ranges exceed the protein or belong to an unknown chain, so most are accepted.
    const whole = fc.integer({ min: 0, max: 40 });
    const range = fc
      .tuple(fc.integer({ min: 0, max: 28 }), fc.integer({ min: 1, max: 4 }))
      .map(([from, length]): [number, number] => [from, from + length]);
    const ranges = fc.dictionary(
      mostlyFirst(fc.constantFrom("monomer", "heavy"), fc.constant("other")),
      fc.array(mostlyFirst(range, fc.tuple(whole, whole)), { minLength: 1, maxLength: 4 }),
      { maxKeys: 2 },
    );
    const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
    const stated = fc.record({
      alias: mostlyFirst(fc.constant("heavy"), optional(fc.constant("monomer"))),
      min_mutations: optional(mostlyFirst(fc.integer({ min: 0, max: 24 }), whole)),
      max_mutations: mostlyFirst(fc.integer({ min: 24, max: 40 }), optional(whole)),
      discourage_mutations: optional(fc.record({ ranges })),
    });
    let acceptedWithRanges = 0;
    fc.assert(
      fc.property(stated, (more) => {
        const result = v.safeParse(CandidateGenerator, generator(more));
        if (!result.success) {
          for (const issue of result.issues) expect(issue.path?.length).toBeGreaterThan(0);
          return;
        }
        if (result.output.type !== "MODEL_BASED") throw new Error("Another type was asked for");
        const { alias, min_mutations, max_mutations, discourage_mutations } = result.output;
        const pairs = Object.entries(discourage_mutations?.ranges ?? {});
        for (const [name, some] of pairs) {
          expect(["monomer", alias]).toContain(name);
          for (const [, to] of some) expect(to).toBeLessThanOrEqual(MONOMER.length);
        }
        expect(min_mutations ?? 1).toBeLessThanOrEqual(max_mutations ?? 8);
        expect(min_mutations ?? 1).toBeLessThanOrEqual(MONOMER.length - 1);
        if (pairs.length > 0) acceptedWithRanges += 1;
      }),
      { seed: 1, numRuns: 500 },
    );
    expect(acceptedWithRanges).toBeGreaterThan(100);
  });
});

describe("sequences that the models compare with the template", () => {
  const short = { monomer: MONOMER.slice(1) };

  it("a reference in diversify must have the template's length", () => {
    const parameters = {
      generator: generator(),
      ranker: {
        type: "LIKELIHOOD_BASED",
        sampler_config: { kind: "MONOMER_SAMPLER", sampler, reference_assembly: short },
      },
      num_assemblies: 1,
    };
    const message = "It has 31 residues but the template has 32: they must have the same length";
    expect(problems(Diversify, parameters)).toEqual([
      ["ranker.sampler_config.reference_assembly.monomer", message],
    ]);
  });

  it("a reference in any level of engineer must have the template's length", () => {
    const level = { reference: short };
    const constraints = [
      { measure, threshold: 1 },
      { measure, threshold: level },
    ];
    const parameters = {
      generator: generator(),
      filterers: [{ kind: "SCORED_FILTERER", scorer: { kind: "MONOMER", scorer }, constraints }],
      ranker: {
        type: "SCORE_BASED",
        primary_objective: { measure, reference: level },
        constraints,
        scorer_config: { kind: "MONOMER_SCORER", scorer },
      },
      num_assemblies: 1,
    };
    expect(problems(Engineer, parameters).map(([path]) => path)).toEqual([
      "ranker.primary_objective.reference.reference.monomer",
      "ranker.constraints.1.threshold.reference.monomer",
      "filterers.0.constraints.1.threshold.reference.monomer",
    ]);
  });

  it("engineer accepts several objectives for different assays in addition to the primary one", () => {
    const objective = (assay_id: string, direction = "TARGET") => ({
      measure: { assay_id, direction },
      reference: 1,
      weight: 2,
    });
    const found = (primary: unknown, ...secondary: unknown[]) =>
      problems(Engineer, {
        generator: generator(),
        ranker: {
          type: "SCORE_BASED",
          primary_objective: primary,
          secondary_objectives: secondary,
          scorer_config: { kind: "MONOMER_SCORER", scorer },
        },
        num_assemblies: 1,
      }).map(([path]) => path);
    expect(found(objective("a"), objective("b"), objective("c", "MINIMIZE"))).toEqual([]);
    expect(found(objective("a"), objective("b"), objective("b"))).toEqual([
      "ranker.secondary_objectives.1.measure.assay_id",
    ]);
    expect(found(objective("a"), objective("a"))).toEqual(["ranker.secondary_objectives.0.measure.assay_id"]);
    expect(found(null, objective("a"))).toEqual(["ranker.secondary_objectives"]);
    expect(found({ ...objective("a"), weight: 0 })).toEqual(["ranker.primary_objective.weight"]);
  });
});
