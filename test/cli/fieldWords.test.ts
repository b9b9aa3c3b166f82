import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import "#test/support/propertySeed.ts";
import { COMMANDS } from "#cli/commandTable.ts";
import { fieldWords, RENAMED } from "#cli/fieldWords.ts";
import { type Lab, newLab } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

async function callOf(name: string, typed: Record<string, unknown> = {}) {
  const entry = COMMANDS.find((one) => one.name === name);
  if (!entry) throw new Error(`no command ${name}`);
  return { name, spec: await entry.load(), typed };
}

test.each([
  ["engineer", "body.parameters.generator.requirements.0.apply_to.of", {}, "--protect-near"],
  ["engineer", "body.parameters.generator.requirements.1.apply_to.ranges.monomer.0", {}, "--protect"],
  ["engineer", "body.parameters.generator.requirements.2.motifs.0", {}, "--avoid"],
  ["engineer", "body.parameters.generator.requirements", { avoid: ["NG"] }, "--avoid"],
  ["engineer", "body.parameters.generator.requirements", {}, "--protect or --protect-near or --avoid"],
  ["engineer", "body.parameters.generator.max_mutations", {}, "--mutations"],
  ["diversify", "body.parameters.generator.min_mutations", {}, "--min-mutations"],
  ["engineer", "body.parameters.generator.template.assembly.monomer", {}, "--template"],
  [
    "engineer",
    "body.parameters.ranker.primary_objective.measure.assay_id",
    { minimize: ["tm"] },
    "--minimize",
  ],
  ["engineer", "body.parameters.ranker.max_mutation_frequency", {}, "--mutation-frequency"],
  ["engineer", "body.parameters.filterers.0.constraints.0.threshold", { atMost: ["tm=5"] }, "--at-most"],
  ["engineer", "body.parameters.num_assemblies", {}, "--number"],
  ["train", "body.parameters.dataset.table", {}, "--table"],
  ["train", "body.parameters.dataset.mutations", {}, "--mutations"],
  ["train", "body.parameters.assays.0.scale_type", {}, "--assay"],
  ["train", "body.parameters.folds", {}, "--folds"],
  ["train", "body.parameters.reference.monomer", {}, "--reference"],
  ["train", "body.parameters.structure.artifact_id", {}, "--structure"],
  ["train", "body.parameters.folds", { file: "my.json" }, "folds in my.json"],
  ["train", "body.parameters.unheard_of.0.thing", {}, "unheard of 0 thing"],
  ["predict", "body.parameters.assemblies.source.query", {}, "--query"],
  ["project create", "body.name", {}, "name"],
  ["project create", "body.modality.kind", {}, "--modality"],
  ["table rename", "body.new_reference", {}, "name"],
  ["import", "body.tables.plates.columns.0.name", {}, "--rename or --add"],
  ["import", "body.tables.plates.delimiter", {}, "--delimiter"],
  ["import", "body.tables.plates", {}, "--into"],
  [
    "import",
    "body.tables.plates.columns.0.name",
    { config: "c.json" },
    "tables.plates.columns.0.name in c.json",
  ],
  ["load list", "query.state", {}, "--state"],
  ["load show", "query.id", {}, "load"],
  ["order dna", "query.id", {}, "order"],
  ["order dna", "body.stop_codon", {}, "--stop"],
  ["order create", "body.designs", { table: "plates" }, "--table"],
  ["order create", "body.plates.0.controls.1.replicates", { best: "3" }, "--best"],
  ["sql", "body.query", { file: "q.sql" }, "query"],
  ["sql", "body.version_id", {}, "--as-of"],
  ["erase plan", "body.where", {}, "--where"],
  ["api", "body.parameters.folds", {}, "body.parameters.folds"],
  ["whoami", "body", {}, "the request"],
])("in pdp %s, %s (with %j) is called %s", async (name, loc, typed, words) => {
  expect(fieldWords(loc.split("."), await callOf(name, typed))).toBe(words);
});

test("every flag that the table names belongs to a command", async () => {
  const specs = await Promise.all(COMMANDS.map(({ load }) => load()));
  const known = new Set(
    specs.flatMap(({ options = [], arguments: stated = [] }) => [
      ...options.flatMap(([flags]) => /--[a-z-]+/.exec(flags) ?? []),
      ...stated.map(([name]) => name.replace(/[<>[\].]/g, "")),
    ]),
  );
  expect(RENAMED.flatMap(([, words]) => words.filter((word) => !known.has(word)))).toEqual([]);
});

test("a field without a flag is described without the path of the API", async () => {
  const calls = await Promise.all(
    COMMANDS.filter(({ name }) => name !== "api").map(({ name }) => callOf(name)),
  );
  const segment = fc.oneof(
    fc.constantFrom("parameters", "generator", "tables", "apply_to", "query", "name", "max_mutations"),
    fc.nat(9),
    fc.stringMatching(/^[a-z_]{1,12}$/),
  );
  fc.assert(
    fc.property(
      fc.constantFrom("body", "query", "path"),
      fc.array(segment, { maxLength: 8 }),
      fc.constantFrom(...calls),
      (first, rest, call) => {
        const words = fieldWords([first, ...rest], call);
        expect(words).not.toBe("");
        expect(words).not.toMatch(/\.|^body /);
      },
    ),
  );
});

describe("messages of the service", () => {
  let lab: Lab;
  let pdp: Pdp;

  beforeAll(async () => {
    lab = await newLab();
    pdp = await Pdp.open(lab);
    await pdp.write("plate.csv", "sequence,activity\nMKT,1.5\nMKV,2\n");
    await pdp.write("all.json", JSON.stringify({ folds: 0 }));
    await pdp.write("config.json", JSON.stringify({ columns: [{ name: "a" }] }));
    await pdp.done("import", "plate.csv", "--into", "plates");
  });
  afterAll(() => pdp.close());

  const train = ["train", "--table", "plates", "--reference", "MKT", "--assay", "activity"];

  test.each([
    [[...train, "--folds", "1"], /^--folds: /],
    [[...train, "--seed", "-1"], /^--seed: /],
    [[...train, "--feature", ""], /^--feature: /],
    [["train", "--table", "plates", "--reference", "MKT", "--assay", "activity:odd"], /^--assay: /],
    [["train", "-f", "all.json"], /folds in all\.json: /],
    [["project", "create", "hydrolase", "--modality", "odd"], /^--modality: /],
    [["project", "create", ""], /^name: /],
    [["load", "list", "--state", "odd"], /^--state must be pending, loading, completed or failed, not "odd"/],
    [["task", "list", "--state", "odd"], /^--state must be init, executing, /],
    [["task", "list", "--type", "odd"], /^--type must be train, .* or analyze, not "odd"/],
    [["load", "show", "odd"], /^load: /],
    [["table", "rename", "plates", "?"], /^name: /],
    [["tag", "add", "1", "latest"], /^name: /],
    [["import", "plate.csv", "--into", "more", "--delimiter", "::"], /^--delimiter: /],
    [
      ["import", "plate.csv", "--into", "more", "--config", "config.json"],
      /^columns\.0\S* in config\.json: /,
    ],
    [["check", "plate.csv", "--short-rows", "odd"], /^--short-rows: /],
  ])("pdp %j names what the user typed", async (args, pattern) => {
    const { code, stderr } = await pdp.run(args);
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringMatching(pattern)]);
    expect(code).not.toBe(0);
    expect(stderr).not.toMatch(/\b(?:body|query)\.[a-z]/);
  });
});
