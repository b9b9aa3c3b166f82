import { expectInvalid, expectRefused } from "../expectations.ts";
import { artifactIds, type Border, badSequences, borderRules, DESIGNS } from "../parameterBorders.ts";
import { type Rule, rule } from "../rule.ts";
import { create, MONOMER, NOWHERE, PARAMETERS, withValue } from "../taskBodies.ts";

const TASK = "Specification: Task";
const VALUES = "Decisions: Values";
const GENERATOR =
  "generator | `{type: MODEL_BASED, template, requirements, discourage_mutations, min_mutations (integer), max_mutations (integer), alias (string)}`";
const TEMPLATE =
  "generator.template | `{kind: MONOMER, assembly: {monomer: string}, sampler: {artifact_id}}`";
const REQUIREMENTS =
  "generator.requirements | array of `{apply_to: {ranges}, motifs: [string], operator: string (`none` is used)}`";
const RANGES = "ranges | map: name to array of `[integer, integer]` pairs";
const HALF_OPEN = "ranges | 0-based, half-open";
const requirement = PARAMETERS["diversify/v2"](NOWHERE).generator.requirements[0];

const GENERATORS: Border[] = [
  {
    section: TASK,
    sentence: GENERATOR,
    types: DESIGNS,
    what: "a generator of the type MODEL_BASED",
    place: ["generator", "type"],
    good: ["MODEL_BASED"],
    bad: ["RANDOM", "", null],
  },
  {
    section: TASK,
    sentence: TEMPLATE,
    types: DESIGNS,
    what: "a template of the kind MONOMER",
    place: ["generator", "template", "kind"],
    good: ["MONOMER"],
    bad: ["DIMER", null],
  },
  {
    section: TASK,
    sentence: TEMPLATE,
    types: DESIGNS,
    what: "a template of canonical amino acids",
    place: ["generator", "template", "assembly", "monomer"],
    good: [MONOMER, "WYVTSRQPNM"],
    bad: badSequences,
  },
  {
    section: TASK,
    sentence: TEMPLATE,
    types: DESIGNS,
    what: "an id for the template's sampler",
    place: ["generator", "template", "sampler", "artifact_id"],
    ...artifactIds,
  },
  {
    section: TASK,
    sentence: GENERATOR,
    types: DESIGNS,
    what: "min_mutations from 0, not above max_mutations",
    place: ["generator", "min_mutations"],
    good: [0, 2, null],
    bad: [-1, 0.5, "1"],
  },
  {
    section: TASK,
    sentence: GENERATOR,
    types: DESIGNS,
    what: "max_mutations from 1 to 2,000",
    place: ["generator", "max_mutations"],
    good: [1, 2000, null],
    bad: [0, 2001, 1.5, "1"],
  },
  {
    section: TASK,
    sentence: GENERATOR,
    types: DESIGNS,
    what: "an alias of 1 to 128 characters",
    place: ["generator", "alias"],
    good: ["monomer", "", null],
    bad: ["x".repeat(129), 5],
  },
  {
    section: TASK,
    sentence: REQUIREMENTS,
    types: DESIGNS,
    what: "at most 100 requirements",
    place: ["generator", "requirements"],
    good: [[], null, Array(100).fill(requirement)],
    bad: [Array(101).fill(requirement), {}, "x"],
  },
  {
    section: TASK,
    sentence: REQUIREMENTS,
    types: DESIGNS,
    what: "an operator of none, any and all",
    place: ["generator", "requirements", 0, "operator"],
    good: ["none", "any", "all"],
    bad: ["NONE", "not", "", null],
  },
  {
    section: TASK,
    sentence: REQUIREMENTS,
    types: DESIGNS,
    what: "1 to 100 motifs",
    place: ["generator", "requirements", 0, "motifs"],
    good: [["N"], Array(100).fill("NG")],
    bad: [[], Array(101).fill("NG"), "NG", null],
  },
  {
    section: TASK,
    sentence: REQUIREMENTS,
    types: DESIGNS,
    what: "motifs of 1 to 100 amino acids, or regular expressions of them",
    place: ["generator", "requirements", 0, "motifs", 0],
    good: ["N", "A".repeat(100), "N.G", "N[^P][ST]"],
    bad: ["", "A".repeat(101), "ng", "NXG", "^N", "N$", "(N", "A)|(G", "\\w", "N{1000}", 5, null],
  },
  {
    section: TASK,
    sentence: RANGES,
    types: DESIGNS,
    what: "pairs of whole numbers as ranges",
    place: ["generator", "discourage_mutations", "ranges", "monomer", 0],
    good: [
      [0, 1],
      [3, 7],
    ],
    bad: [[0], [], [0, 1, 2], "0-1", null],
  },
  {
    section: VALUES,
    sentence: HALF_OPEN,
    types: DESIGNS,
    what: "ranges that begin before their end",
    place: ["generator", "requirements", 0, "apply_to", "ranges", "monomer", 0],
    good: [
      [0, 1],
      [9, 10],
    ],
    bad: [
      [5, 5],
      [6, 5],
    ],
  },
];

export const generatorParameterRules: readonly Rule[] = [
  ...borderRules(GENERATORS),
  ...DESIGNS.map((type) =>
    rule(TASK, GENERATOR, `${type} with min_mutations above max_mutations is a 422`, async (site) => {
      const parameters = PARAMETERS[type](NOWHERE);
      for (const [min_mutations, max_mutations] of [
        [3, 2],
        [9, null],
        [null, null],
      ]) {
        const generator = { ...parameters.generator, min_mutations, max_mutations };
        const answer = await create(site, type, { ...parameters, generator });
        if (min_mutations === null) expectRefused(answer, 404);
        else expectInvalid(answer, "body", "parameters", "generator", "min_mutations");
      }
    }),
  ),
  ...DESIGNS.map((type) =>
    rule(VALUES, HALF_OPEN, `${type} with a range beyond the template's end is a 422`, async (site) => {
      const parameters = PARAMETERS[type](NOWHERE);
      const send = (to: number) => {
        const place = ["generator", "discourage_mutations", "ranges", "monomer"];
        return create(site, type, withValue(parameters, place, [[1, to]]));
      };
      expectRefused(await send(MONOMER.length), 404);
      const place = ["generator", "discourage_mutations", "ranges", "monomer", 0];
      expectInvalid(await send(MONOMER.length + 1), "body", "parameters", ...place);
    }),
  ),
];
