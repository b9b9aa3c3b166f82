import { afterAll, beforeAll, expect, test } from "vitest";
import { generateVariants, REFERENCE } from "../../examples/variants.ts";
import { type Lab, newLab } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

const WORDS = /^Predictions of activity: \w+ \(rank correlation -?[\d.]+, 95 % interval .+\)/m;

let lab: Lab;
let pdp: Pdp;
let models: string;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
  const rows = generateVariants(120, 7).map(
    ({ sequence, mutations, activity }) => `${sequence},${mutations},${activity ?? ""}`,
  );
  await pdp.write("plate.csv", ["protein,mutations,activity", ...rows, ""].join("\n"));
  await pdp.done("import", "plate.csv", "--into", "plates");
});
afterAll(() => pdp.close());

/** Runs a command that must state how reliable predictions are, and returns its output. */
async function stating(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await pdp.run(args);
  expect([args.join(" "), code, stderr]).toEqual([args.join(" "), 0, expect.stringMatching(WORDS)]);
  return stdout;
}

test("training runs, designs, predictions and orders state how reliable the predictions are, in addition to writing their files", async () => {
  const train = [
    "train",
    "--table",
    "plates",
    "--reference",
    REFERENCE,
    "--assay",
    "activity:multiplicative",
  ];
  models = (await stating(...train)).trim();
  const design = ["engineer", "--models", models, "--maximize", "activity", "-n", "4", "--every-position"];
  await stating(...design, "--mutations", "2");
  await stating("designs", "latest", "--csv", "-o", "designs.csv");
  expect(new TextDecoder().decode(await pdp.read("designs.csv"))).toMatch(/^name,mutations,/);
  await stating("order", "create", "plate 2", "--task", "latest", "--plate", "96");
  const task = (await stating("predict", "--models", models)).trim();
  const predictions = await stating("export", `tasks.task_${task}.predictions`);
  expect(predictions).toMatch(/^sequence,.*activity/);
});

test("plates have the best measured variant, regardless of the name of its sequence column", async () => {
  const { code, stdout, stderr } = await pdp.run(["designs", "latest", "--plate", "96"]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("The best measured variant has activity ")]);
  expect(stdout).toContain(",best,");
});

test("commands on data without models state nothing about predictions", async () => {
  const { code, stderr } = await pdp.run(["export", "plates", "plates.csv"]);
  expect([code, stderr]).toEqual([0, "✓ plates.csv\n"]);
});
