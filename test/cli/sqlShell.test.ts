import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { splitStatements } from "#cli/commands/data/splitStatements.ts";
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
  await pdp.write("two.sql", "SELECT 41 + 1 AS first; -- a comment;\nSELECT 'a;b' AS second\n");
});
afterAll(() => pdp.close());

describe.skipIf(!hasTerminal)("a shell in a terminal (needs script of util-linux)", () => {
  test("queries have several lines, errors do not end it, and lines are kept for the next shell", async () => {
    const shell = new Terminal(["sql"], pdp.folder, lab);
    try {
      await shell.type("pdp> ", "SELECT id, activity\n");
      await shell.type("  -> ", "FROM plates ORDER BY id;\n");
      await shell.type("b        2.0", "SELECT nothing FROM plates;\n");
      await shell.type("There is no column nothing", ".schema plates\n");
      await shell.type("activity  double", ".read two.sql\n");
      await shell.type("a;b", ".tables\n");
      await shell.type("plates\r\n", ".frobnicate\n");
      // Ctrl-C clears a line, and Ctrl-D ends the shell.
      await shell.type(".frobnicate is not a command", "SELECT broken");
      await shell.type("SELECT broken", "\x03");
      await shell.type("^C", "SELECT 6 * 7 AS answer;\n");
      await shell.type("42", "\x04");
      expect(await shell.ended).toBe(0);
    } finally {
      shell.kill();
    }
    const history = await readFile(join(pdp.folder, "terminal/pdp/sql_history"), "utf8");
    expect(history).toContain("FROM plates ORDER BY id;\n");
    const next = new Terminal(["sql"], pdp.folder, lab);
    try {
      // The arrow up shows the last line of the earlier shell.
      await next.type("pdp> ", "\x1b[A");
      await next.type("SELECT 6 * 7 AS answer;", "\n");
      await next.type("42", "SELECT * FROM pla");
      await next.type("pla", "\t");
      await next.type("tes", ";\n");
      await next.type("activity", ".quit\n");
      expect(await next.ended).toBe(0);
    } finally {
      next.kill();
    }
  }, 90_000);

  test("Ctrl-C cancels a running query and leaves the shell open", async () => {
    const shell = new Terminal(["sql"], pdp.folder, lab);
    try {
      const slow =
        "SELECT count(*) FROM UNNEST(sequence(1, 10000)) AS a(x), UNNEST(sequence(1, 10000)) AS b(y)";
      await shell.type("pdp> ", `${slow}, UNNEST(sequence(1, 10000)) AS c(z) WHERE x * y * z % 7 = 3;\n`);
      await shell.type("% 7 = 3;", "\x03");
      await shell.type("Canceled.", "SELECT 6 * 7 AS answer;\n");
      await shell.type("42", "exit\n");
      expect(await shell.ended).toBe(0);
    } finally {
      shell.kill();
    }
  }, 60_000);
});

test("a query comes from a flag, a file or a pipe, and its result is CSV on request", async () => {
  expect(await pdp.done("sql", "-c", "SELECT 1 AS a")).toBe("a\n1\n");
  expect(await pdp.done("sql", "--csv", "SELECT 1 AS a, 'x' AS b")).toBe("a,b\n1,x\n");
  const piped = await pdp.run(["sql"], { input: "SELECT 2 AS b\n" });
  expect(piped).toEqual({ code: 0, stdout: "b\n2\n", stderr: "" });
  const refused = async (...args: string[]) => {
    const { code, stderr } = await pdp.run(["sql", ...args]);
    return [code, stderr];
  };
  const how = 'Specify one query: pdp sql "SELECT …", in a file with -f, or on stdin.';
  expect(await refused()).toEqual([2, `${how}\n`]);
  expect(await refused("-c", "SELECT 1", "SELECT 2")).toEqual([2, `${how} Several were given.\n`]);
  expect(await refused("two.sql")).toEqual([2, "To run the query in a file: pdp sql -f two.sql\n"]);
});

test("statements end at semicolons outside of quotes and comments, however the text is divided", () => {
  expect(splitStatements("SELECT 'a;b' AS \"c;d\" -- e;\n; SELECT 1 /* ; */;;  SELECT")).toEqual({
    complete: ["SELECT 'a;b' AS \"c;d\" -- e;", "SELECT 1 /* ; */"],
    rest: "  SELECT",
  });
  expect(splitStatements("SELECT 1; -- done\n")).toEqual({ complete: ["SELECT 1"], rest: "" });
  expect(splitStatements("SELECT 'it''s")).toEqual({ complete: [], rest: "SELECT 'it''s" });
  const part = fc.constantFrom("'a;''b'", '"c;d"', "-- e;\n", "/* ;' */", "x", " ", "\n", "1-2", "3/4");
  const statement = fc.array(part, { minLength: 1 }).map((parts) => `s${parts.join("")}`);
  fc.assert(
    fc.property(fc.array(statement), (statements) => {
      const { complete, rest } = splitStatements(statements.map((one) => `${one};`).join(""));
      expect([complete, rest]).toEqual([statements.map((one) => one.trim()), ""]);
    }),
    { seed: 72, numRuns: 300 },
  );
});
