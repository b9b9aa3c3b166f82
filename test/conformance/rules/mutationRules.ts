import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { freshName, ingestBatch, newLoad, newProject, rowsOf } from "../given.ts";
import { nightlyRule, type Rule, rule, testedOperation, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";
import { create, NOWHERE, PARAMETERS, withValue } from "../taskBodies.ts";

const FILE = "test/functions/sequenceFrom.test.ts";

const MUTATIONS = "Clients: Mutations and references";
const WILD_TYPE = "MKTAYIAKQRQISFVKSHFS";
const COLUMNS = [
  { name: "code", type: "STRING" },
  { name: "y", type: "FLOAT64" },
];
const REFERENCES =
  "A project has at most 10 `references`; `project:setReferences` replaces all of them. Each has a `name`, a sequence (`monomer`) and residue numbers, given by `first_position` (default 1) or by ascending `positions`, one for each residue. A project without references omits the field.";
const RULE =
  "`sequence_from` in the config of a table in a load computes a sequence column from `mutations` and a `reference`. `column` is its name and defaults to `sequence`. `mutations` is a column (`A23G`, `A23G:V45I`, `p.[Ala23Gly;Val45Ile]`, …), or `{position, wild_type, mutant}`, `{residues, positions}` or `{matrix, value}`.";
const SOURCES =
  "The reference of `sequence_from` is a `monomer`, a `fasta` string, a `project_reference`, or a `column`, which is read from the wild-type row. `numbering` sets the number of its first residue; `save_reference_as` stores both in the project.";
const LETTERS =
  "A wild-type letter that differs from the reference at its position is an error in that row. Rows with a stop, a frameshift or no mutations (empty, `NA`) are not loaded: a warning and `rows_left_out` state their number, and `load:downloadErrors` lists them.";
const PREVIEW =
  "For a file with mutations but no sequences, a preview proposes `sequence_from`, using the project's references or `reference`, with the numbering that fits the wild-type letters. Its `notes` say so, and name any column that seems to contain mutations but cannot be read. In a matrix, `WT`, `-` and `=` stand for the residue of the reference.";
const TASK =
  "A task's `reference` may be `{\"project_reference\": name}`; the task stores the current sequence and numbers. With a `monomer`, it may state `first_position` or `positions`. If a completed task's residues are not numbered from 1, the task has a `numbering` (`first_position` or `positions`), used in its report and in the mutations in its tables. Later changes to the project do not affect it.";
const DATASET =
  "A dataset names its sequence column in `sequence_column`, or columns with mutations of the task's reference in `mutations`. The default is the column `sequence`, or else the only column of amino acid sequences, or else the only column of mutations. Homologs, controls, assemblies and the sources of generators also accept `sequence_column`, but not `mutations`.";
const PROJECTS =
  "If a task's tables contain only rows from other projects, the task is `FAILED` with a message that names these projects.";

async function load(site: Site, content: string, sequence_from: object, columns: object[] = COLUMNS) {
  const reference = freshName("scan_");
  const made = await newLoad(site, { tables: { [reference]: { columns, sequence_from } } });
  return { load: await ingestBatch(site, made, content), reference };
}

async function sequences(site: Site, content: string, rule: object, columns?: object[]): Promise<unknown[]> {
  const { load: loaded, reference } = await load(site, content, rule, columns);
  expect(loaded.errors).toEqual([]);
  return (await rowsOf(site, `SELECT sequence FROM ${reference} ORDER BY 1`)).flat();
}

function changed(at: number, to: string): string {
  return WILD_TYPE.slice(0, at) + to + WILD_TYPE.slice(at + 1);
}

export const mutationRules: readonly Rule[] = [
  testedOperation(
    "setReferences",
    MUTATIONS,
    REFERENCES,
    "a project's references are replaced as a whole",
    FILE,
    "references are stored, shown in every response, and replaced as a whole",
    "references are refused without as many positions as residues",
  ),
  rule(MUTATIONS, RULE, "mutations in a column become sequences, in each spelling", async (site) => {
    const codes = ["K2R", "p.Lys2Arg", "K2R:A4G", '"p.[Lys2Arg;Ala4Gly]"', "WT"];
    const found = await sequences(site, `code,y\n${codes.map((code) => `${code},1\n`).join("")}`, {
      mutations: "code",
      reference: { monomer: WILD_TYPE },
    });
    const one = changed(1, "R");
    const two = `${one.slice(0, 3)}G${one.slice(4)}`;
    expect(found).toEqual([WILD_TYPE, one, one, two, two].toSorted());
  }),
  testedRule(
    MUTATIONS,
    RULE,
    "combinations at stated positions become sequences",
    FILE,
    "a library of combinations at four sites can be trained on",
  ),
  testedRule(
    MUTATIONS,
    SOURCES,
    "a reference may be a FASTA text with another numbering, and can be saved",
    FILE,
    "a second load also computes its sequences and can save a reference in the project",
  ),
  rule(MUTATIONS, LETTERS, "a wrong wild-type letter fails the load, and stops are counted", async (site) => {
    const rule = { mutations: "code", reference: { monomer: WILD_TYPE } };
    const wrong = await load(site, "code,y\nA2R,1\n", rule);
    expect(wrong.load).toMatchObject({
      state: "FAILED",
      errors: [expect.stringContaining('expects "A" at position 2, but the reference has "K"')],
    });
    const stop = await load(site, "code,y\nK2R,1\nK2*,2\nK2fs,3\n", rule);
    expect(stop.load).toMatchObject({ state: "COMPLETED", rows_left_out: 2 });
    expect(stop.load.warnings).toContainEqual(
      expect.stringContaining("1 row with a stop, 1 row with a frameshift"),
    );
  }),
  testedRule(
    MUTATIONS,
    PREVIEW,
    "a preview proposes the rule and the numbering",
    FILE,
    "A1G:V2I with zero-based positions can be trained on with a given reference",
  ),
  testedRule(
    MUTATIONS,
    TASK,
    "a task keeps the project's reference of its creation",
    FILE,
    "an HGVS score set can be trained on with the project's reference",
  ),
  nightlyRule(MUTATIONS, DATASET, "a dataset may contain mutations instead of sequences", async (site) => {
    const { id } = await newProject(site);
    const { task, failed } = await analysed(site, id, { monomer: WILD_TYPE }, { mutations: "code" });
    expect([failed, task.parameters.dataset.mutations]).toEqual([[], "code"]);
    const chosen = await analysed(site, id, { monomer: WILD_TYPE }, { sequence_column: "protein" });
    expect(chosen.failed).toEqual([]);
  }),
  rule(MUTATIONS, DATASET, "a source of sequences refuses mutations, and accepts a column", async (site) => {
    const explicit = { type: "EXPLICIT", source: PARAMETERS["select/v2"](NOWHERE).assemblies };
    const forms = [
      ["select/v2", ["assemblies", "source"], PARAMETERS["select/v2"](NOWHERE)],
      ["predict/v1", ["assemblies", "source"], PARAMETERS["predict/v1"](NOWHERE)],
      [
        "diversify/v2",
        ["generator", "source", "source"],
        withValue(PARAMETERS["diversify/v2"](NOWHERE), ["generator"], explicit),
      ],
    ] as const;
    for (const [type, place, whole] of forms) {
      const stated = withValue(whole, [...place, "mutations"], "code");
      expectInvalid(await create(site, type, stated), "body", "parameters", ...place, "mutations");
      const chosen = withValue(whole, [...place, "sequence_column"], "protein");
      expectRefused(await create(site, type, chosen), 404);
    }
  }),
  testedRule(
    MUTATIONS,
    PROJECTS,
    "a task names the project that owns the rows",
    "test/functions/tasks.sampled.test.ts",
    "a task of one project never reads rows of another",
  ),
];

/** Analyzes rows given in the request. Returns the newly created task and the errors that it failed with. */
async function analysed(site: Site, project: string, reference: object, choice: object = {}) {
  const rows = ["K2R", "K2V", "A4G", "A4V"].map((code, at) => {
    const place = Number(code[1]) - 1;
    return { code, y: at, protein: changed(place, code[2] as string) };
  });
  const parameters = {
    dataset: { kind: "LITERAL", rows, ...choice },
    assays: [{ assay_id: "y" }],
    reference,
  };
  const context = { kind: "PROJECT", project_id: project };
  const task = expectSuccess(await site.post("/task/analyze.data/v2:create", { context, parameters }));
  return { task, failed: await errorsOf(site, task.id) };
}

async function errorsOf(site: Site, id: string): Promise<string[]> {
  for (;;) {
    const { state, errors } = expectSuccess(await site.get(`/task:get?id=${id}&wait_seconds=20`));
    if (["COMPLETED", "FAILED", "CANCELLED"].includes(state)) return errors;
  }
}
