import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, newLab } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";
import { hasTerminal, Terminal } from "../support/terminal.ts";

let lab: Lab;
let pdp: Pdp;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
  await pdp.write("plate.csv", "id,activity\na,1.5\nb,2\n");
  await pdp.done("import", "plate.csv", "--into", "plates");
});
afterAll(() => pdp.close());

const rowCount = async () => (await pdp.done("sql", "SELECT count(*) AS n FROM plates")).split("\n")[1];

test("a file that is already in the table is loaded again only on request, whatever its name", async () => {
  await pdp.write("copy.csv", await pdp.read("plate.csv"));
  const { code, stdout, stderr } = await pdp.run(["import", "copy.csv", "--into", "plates"]);
  expect([code, stdout, stderr]).toEqual([
    3,
    "",
    expect.stringMatching(
      /^copy\.csv has the same content as plate\.csv of the load \d+, which is active: its rows would be added to "plates" twice\.\nNothing was loaded\. To load the rows again, add --again\.$/m,
    ),
  ]);
  expect([await rowCount(), (await pdp.json<unknown[]>("load", "list")).length]).toEqual(["2", 1]);
  await pdp.done("import", "copy.csv", "--into", "plates", "--again");
  expect(await rowCount()).toBe("4");
});

test.skipIf(!hasTerminal)(
  "a terminal asks before rows are loaded again (needs script of util-linux)",
  async () => {
    const before = Number(await rowCount());
    for (const [answer, rows, code] of [
      ["\n", before, 3],
      ["y\n", before + 2, 0],
    ] as const) {
      const terminal = new Terminal(["import", "plate.csv", "--into", "plates"], pdp.folder, lab);
      try {
        await terminal.type("Load the rows again? [y/N]", answer);
        expect([answer, await terminal.ended]).toEqual([answer, code]);
      } finally {
        terminal.kill();
      }
      expect(Number(await rowCount())).toBe(rows);
    }
  },
);

test("a file is loaded without a question once its earlier load is undone", async () => {
  const loads = await pdp.json<{ id: string }[]>("load", "list");
  for (const { id } of loads) await pdp.done("load", "undo", id);
  await pdp.done("import", "plate.csv", "--into", "plates");
  expect(await rowCount()).toBe("2");
});
