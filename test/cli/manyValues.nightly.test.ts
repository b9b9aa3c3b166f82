import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, newLab } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

const LETTERS = "ACDEFGHIKLMNPQRSTVWY";
/** Maximum number of values that a client reads. */
const MAX_VALUES = 200_000;

let lab: Lab;
let pdp: Pdp;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
});
afterAll(() => pdp.close());

test("gains of a project with more values than are read state how many were compared", async () => {
  const reference = "MKTAYIAKQRQISFV";
  const variant = (index: number) =>
    reference.slice(0, 10) +
    Array.from({ length: 5 }, (_, place) => LETTERS[Math.trunc(index / 20 ** place) % 20]).join("");
  const csv = (count: number) =>
    `sequence,signal\n${Array.from({ length: count }, (_, at) => `${variant(at)},${1 + at / count}\n`).join("")}`;
  await pdp.done("project", "create", "large");
  const inRound = (round: string) => ["--into", "signals", "--project", "large", "--round", round];
  await pdp.write("first.csv", csv(30));
  await pdp.done("round", "create", "first", "--project", "large");
  await pdp.done("import", "first.csv", ...inRound("first"));
  const analyze = ["analyze", "--table", "signals", "--reference", reference, "--assay", "signal:additive"];
  await pdp.done(...analyze, "--project", "large");
  expect((await pdp.run(["project", "show", "large"])).stderr).toBe("");
  await pdp.write("second.csv", csv(MAX_VALUES));
  await pdp.done("round", "create", "second", "--project", "large");
  await pdp.done("import", "second.csv", ...inRound("second"));
  const words =
    "! Only the latest 200,000 values of signal were compared (one for each sequence in an import). Earlier imports are missing from its gains.\n";
  const { stdout, stderr } = await pdp.run(["project", "show", "large", "--json"]);
  expect([JSON.parse(stdout).incomplete_gains, stderr]).toEqual([["signal"], words]);
}, 120_000);
