import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, newLab } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

/** Step that users of another program try first. It works, or the error says what to type. */
interface FirstTry {
  from: "pandas" | "polars" | "duckdb" | "gh";
  /** Arguments of the command line; otherwise, `python` is an expression. */
  pdp?: string[];
  /** Part of the output of a step that works. */
  gives?: string;
  /** Part of the error message otherwise. */
  says?: string;
}

const PATH = resolve(import.meta.dirname, "../clients/firstTries.json");
const TRIES: FirstTry[] = JSON.parse(await readFile(PATH, "utf8"));

let lab: Lab;
let pdp: Pdp;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
  await pdp.write("plate.csv", "id,activity\na,1.5\nb,2\n");
  await pdp.done("import", "plate.csv", "--into", "plates");
});
afterAll(() => pdp.close());

test("the list has 33 steps with an expected output or message", () => {
  expect(TRIES).toHaveLength(33);
  for (const one of TRIES) {
    expect(["pdp", "python"].filter((kind) => kind in one)).toHaveLength(1);
    expect(["gives", "says"].filter((kind) => kind in one)).toHaveLength(1);
  }
});

test.each(TRIES.flatMap(({ pdp: args, ...one }) => (args ? [{ ...one, args }] : [])))(
  "a user of $from who types pdp $args gets what they want, or is told what to type",
  async ({ args, gives, says }) => {
    const { code, stdout, stderr } = await pdp.run(args);
    if (says === undefined) {
      expect([code, stdout]).toEqual([0, expect.stringContaining(gives ?? "")]);
    } else {
      expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(says)]);
    }
  },
);
