import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, newLab } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

let lab: Lab;
let pdp: Pdp;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
  await pdp.write("plate.csv", "id,activity\na,1.5\nb,2\n");
});
afterAll(() => pdp.close());

const roundNames = async () =>
  (await pdp.json<{ name: string }[]>("round", "list", "--project", "project")).map(({ name }) => name);
const importInto = (table: string, ...flags: string[]) =>
  pdp.run(["import", "plate.csv", "--into", table, ...flags]);

test("attempts that fail open one new round, which the next attempt uses", async () => {
  await pdp.done("import", "plate.csv", "--into", "plates");
  const train = ["train", "--table", "plates", "--reference", "MKTAYIAKQR", "--assay", "nothing"];
  for (const expected of ["round 2 of project is new", "round 2 of project is unused, and is the next one"]) {
    const { code, stderr } = await pdp.run([...train, "--round", "new"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(expected)]);
  }
  expect(await roundNames()).toEqual(["round 1", "round 2"]);
  expect((await importInto("more", "--round", "new")).code).toBe(0);
  expect(await roundNames()).toEqual(["round 1", "round 2"]);
  // A round with rows is used.
  expect((await importInto("others", "--round", "new")).stderr).toContain("round 3 of project is new");
});

test("an archived round is refused by name, and its name does not hide the words new and none", async () => {
  await pdp.done("round", "create", "closed");
  await pdp.done("round", "archive", "closed");
  const { code, stderr } = await importInto("closed", "--round", "closed");
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^The round "closed" is archived\. To restore it, run: pdp api POST "round:unarchive\?id=\d+"$/m,
    ),
  ]);
  await pdp.done("round", "create", "none");
  await pdp.done("round", "archive", "none");
  expect((await importInto("without_round", "--round", "none")).code).toBe(0);
  const [load] = await pdp.json<{ context: { kind: string } }[]>("load", "list", "--limit", "1");
  expect(load?.context.kind).toBe("PROJECT");
});
