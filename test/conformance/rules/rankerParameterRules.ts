import {
  artifactIds,
  type Border,
  borderRules,
  constraints,
  DESIGNS,
  levels,
  notLevels,
} from "../parameterBorders.ts";
import type { Rule } from "../rule.ts";
import { NOWHERE, PARAMETERS } from "../taskBodies.ts";

const TASK = "Specification: Task";
const VALUES = "Decisions: Values";
const SCALES = "scale type | `MULTIPLICATIVE`, `ADDITIVE`, `RANK`; direction `MAXIMIZE`, `MINIMIZE`";
const RANKER = "ranker | `{type: LIKELIHOOD_BASED, sampler_config, hit_redundancy (integer)}`";
const SAMPLER_CONFIG =
  "ranker.sampler_config | `{kind: MONOMER_SAMPLER, sampler: {artifact_id}, reference_assembly: {monomer}, controls: {kind: TABLE, table}}`";
const COUNT = "num_assemblies | integer";
const FILTERERS =
  "filterers | array of `{kind: SCORED_FILTERER, scorer: {kind: MONOMER, scorer: {artifact_id}}, constraints: [{measure: {assay_id, direction (MAXIMIZE is used)}, threshold: number}]}`";
const ENGINEER =
  "`engineer/v2` parameters: `generator` and `filterers` as in diversify; `ranker` is `{type: SCORE_BASED, primary_objective: {measure, reference: number}, constraints: [{measure, threshold}], scorer_config: {kind: MONOMER_SCORER, scorer: {artifact_id}, controls: {kind: TABLE, table}}, hit_redundancy}`; `num_assemblies` integer; `force_returning_num_assemblies` boolean, default false.";
const filterer = PARAMETERS["diversify/v2"](NOWHERE).filterers[0];

const RANKERS: Border[] = [
  {
    section: TASK,
    sentence: COUNT,
    types: DESIGNS,
    what: "num_assemblies from 1 to 10,000",
    place: ["num_assemblies"],
    good: [1, 10_000],
    bad: [0, 10_001, 1.5, "2", null],
  },
  {
    section: TASK,
    sentence: RANKER,
    types: DESIGNS,
    what: "max_mutation_frequency above 0 and up to 1",
    place: ["ranker", "max_mutation_frequency"],
    good: [0.01, 1, null],
    bad: [0, 1.1, "0.5"],
  },
  {
    section: TASK,
    sentence: RANKER,
    types: DESIGNS,
    what: "hit_redundancy from 0 to 10,000",
    place: ["ranker", "hit_redundancy"],
    good: [0, 10_000, null],
    bad: [-1, 10_001, 0.5, "3"],
  },
  {
    section: TASK,
    sentence: RANKER,
    types: ["diversify/v2"],
    what: "a ranker of the type LIKELIHOOD_BASED",
    place: ["ranker", "type"],
    good: ["LIKELIHOOD_BASED"],
    bad: ["SCORE_BASED", null],
  },
  {
    section: TASK,
    sentence: SAMPLER_CONFIG,
    types: ["diversify/v2"],
    what: "a sampler_config of the kind MONOMER_SAMPLER",
    place: ["ranker", "sampler_config", "kind"],
    good: ["MONOMER_SAMPLER"],
    bad: ["MONOMER_SCORER", null],
  },
  {
    section: TASK,
    sentence: SAMPLER_CONFIG,
    types: ["diversify/v2"],
    what: "an id for the ranker's sampler",
    place: ["ranker", "sampler_config", "sampler", "artifact_id"],
    ...artifactIds,
  },
  {
    section: TASK,
    sentence: FILTERERS,
    types: DESIGNS,
    what: "at most 20 filterers",
    place: ["filterers"],
    good: [[], null, Array(20).fill(filterer)],
    bad: [Array(21).fill(filterer), {}, "x"],
  },
  {
    section: TASK,
    sentence: FILTERERS,
    types: DESIGNS,
    what: "filterers of the kind SCORED_FILTERER",
    place: ["filterers", 0, "kind"],
    good: ["SCORED_FILTERER"],
    bad: ["FILTERER", null],
  },
  {
    section: TASK,
    sentence: FILTERERS,
    types: DESIGNS,
    what: "at most 50 constraints of a filterer",
    place: ["filterers", 0, "constraints"],
    good: [[], null, constraints(50)],
    bad: [constraints(51), {}],
  },
  {
    section: VALUES,
    sentence: SCALES,
    types: DESIGNS,
    what: "a direction of the two",
    place: ["filterers", 0, "constraints", 0, "measure", "direction"],
    good: ["MAXIMIZE", "MINIMIZE"],
    bad: ["maximize", "UP", null],
  },
  {
    section: TASK,
    sentence: FILTERERS,
    types: DESIGNS,
    what: "a filterer's threshold as a number, or relative to a sequence",
    place: ["filterers", 0, "constraints", 0, "threshold"],
    good: levels,
    bad: notLevels,
  },
  {
    section: TASK,
    sentence: ENGINEER,
    types: ["engineer/v2"],
    what: "a ranker of the type SCORE_BASED",
    place: ["ranker", "type"],
    good: ["SCORE_BASED"],
    bad: ["LIKELIHOOD_BASED", null],
  },
  {
    section: TASK,
    sentence: ENGINEER,
    types: ["engineer/v2"],
    what: "an objective's reference as a number, or relative to a sequence",
    place: ["ranker", "primary_objective", "reference"],
    good: levels,
    bad: notLevels,
  },
  {
    section: TASK,
    sentence: ENGINEER,
    types: ["engineer/v2"],
    what: "at most 32 constraints of the ranker",
    place: ["ranker", "constraints"],
    good: [[], null, constraints(50)],
    bad: [constraints(51), {}],
  },
  {
    section: TASK,
    sentence: ENGINEER,
    types: ["engineer/v2"],
    what: "an id for the ranker's scorer",
    place: ["ranker", "scorer_config", "scorer", "artifact_id"],
    ...artifactIds,
  },
  {
    section: TASK,
    sentence: ENGINEER,
    types: ["engineer/v2"],
    what: "force_returning_num_assemblies as a boolean",
    place: ["force_returning_num_assemblies"],
    good: [true, false, null],
    bad: ["true", 1],
  },
];

export const rankerParameterRules: readonly Rule[] = borderRules(RANKERS);
