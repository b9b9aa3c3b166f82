import { ANALYSES, type Border, badSequences, borderRules } from "../parameterBorders.ts";
import type { Rule } from "../rule.ts";
import { type CurrentType, MONOMER, type Place } from "../taskBodies.ts";

const TASK = "Specification: Task";
const VALUES = "Decisions: Values";
const ANALYZE_V1 =
  "`analyze.data/v1` parameters: `reference_sequence` string; `dataset` `{kind: TABLE, table: string}`; `assays` array.";
const ASSAY = "Assay: `assay_id`, `name`, `unit` (strings), `scale_type` (enum; `MULTIPLICATIVE` is used).";
const ASSAYS =
  "A task accepts up to 50 assays, each with an `assay_id` of at most 128 characters, and up to 50 constraints. `max_assemblies_to_select` may be null: as many as qualify.";
const TASKS = "Clients: Tasks and their data";
const SCALES = "scale type | `MULTIPLICATIVE`, `ADDITIVE`, `RANK`; direction `MAXIMIZE`, `MINIMIZE`";
const TYPES =
  "task types | `analyze.data/v1`, `analyze.data/v2`, `train/v2`, `diversify/v2`, `engineer/v2` (see SCIENCE.md)";
const LETTERS =
  "Protein sequences use only capital letters of the canonical amino acids A C D E F G H I K L M N P Q R S T V W Y. The characters `-`, `_`, `*`, `.`, `;`, `:` are unsupported.";
const ON_DATA: CurrentType[] = [...ANALYSES, "train/v2"];
const assays = (count: number) => Array.from({ length: count }, (_, index) => ({ assay_id: `a${index}` }));
const goodSequences = ["M", "ACDEFGHIKLMNPQRSTVWY", "A".repeat(2000)];

const ANY_LENGTH = "a reference of 1 to 2,000 canonical amino acids";

const SEQUENCES: Border[] = (
  [
    ["analyze.data/v1", ["reference_sequence"], ANY_LENGTH, goodSequences],
    ["analyze.data/v2", ["reference", "monomer"], ANY_LENGTH, goodSequences],
    ["train/v2", ["reference", "monomer"], ANY_LENGTH, goodSequences],
    [
      "diversify/v2",
      ["ranker", "sampler_config", "reference_assembly", "monomer"],
      "a reference of canonical amino acids, as long as the template",
      [MONOMER, "WYVTSRQPNM"],
    ],
  ] as [CurrentType, Place, string, string[]][]
).map(([type, place, what, good]) => ({
  section: "Specification: Import data rules",
  sentence: LETTERS,
  types: [type],
  what,
  place,
  good,
  bad: badSequences,
}));

const DATA: Border[] = [
  {
    section: TASKS,
    sentence: ASSAYS,
    types: ON_DATA,
    what: "1 to 50 assays, each once",
    place: ["assays"],
    good: [assays(1), assays(50)],
    bad: [assays(51), [{ assay_id: "a" }, { assay_id: "a" }], {}],
  },
  {
    section: TASKS,
    sentence: ASSAYS,
    types: ON_DATA,
    what: "an assay_id of 1 to 128 characters",
    place: ["assays", 0, "assay_id"],
    good: ["a", "x".repeat(128), "🧬".repeat(128), "Tm (°C)"],
    bad: ["", "x".repeat(129), "🧬".repeat(129), 5, null],
  },
  {
    section: TASK,
    sentence: ASSAY,
    types: ANALYSES,
    what: "an assay's name of at most 200 characters",
    place: ["assays", 0, "name"],
    good: ["x", "é".repeat(200), null],
    bad: ["x".repeat(201), 5],
  },
  {
    section: TASK,
    sentence: ASSAY,
    types: ANALYSES,
    what: "a unit of at most 50 characters",
    place: ["assays", 0, "unit"],
    good: ["", "°C", "x".repeat(50), null],
    bad: ["x".repeat(51), 5],
  },
  {
    section: VALUES,
    sentence: SCALES,
    types: ON_DATA,
    what: "a scale_type of the three",
    place: ["assays", 0, "scale_type"],
    good: ["MULTIPLICATIVE", "ADDITIVE", "RANK", null],
    bad: ["multiplicative", "LOG", "", 5],
  },
  {
    section: VALUES,
    sentence: "task: `dataset.version_id`.",
    types: ON_DATA,
    what: "a dataset's version_id, or none",
    place: ["dataset", "version_id"],
    good: ["5", 5, null],
    bad: ["1 x", 0, 1.5],
  },
  {
    section: TASK,
    sentence: ANALYZE_V1,
    types: ["analyze.data/v1"],
    what: "a dataset of a known kind",
    place: ["dataset", "kind"],
    good: ["TABLE"],
    bad: ["table", "VIEW", "LIST", "", null, 5],
  },
  {
    section: VALUES,
    sentence: TYPES,
    types: ["train/v2"],
    what: "homologs as a table or a list that is not empty",
    place: ["homologs"],
    good: [null, { kind: "TABLE", table: "x" }, { kind: "LIST", sequences: ["MK-L"] }],
    bad: ["x", [], 5],
  },
  {
    section: VALUES,
    sentence: TYPES,
    types: ["train/v2"],
    what: "a list of homologs that is not empty",
    place: ["homologs", "sequences"],
    good: [[MONOMER], [MONOMER, "M-K"]],
    bad: [[], null, "MK"],
  },
  {
    section: VALUES,
    sentence: TYPES,
    types: ["train/v2"],
    what: "2 to 20 folds",
    place: ["folds"],
    good: [2, 20, null],
    bad: [1, 21, 2.5, "5"],
  },
];

export const dataParameterRules: readonly Rule[] = borderRules([...SEQUENCES, ...DATA]);
