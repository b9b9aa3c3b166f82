import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeXlsx } from "hucre";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isNightly } from "#test/support/byNight.ts";
import { type Lab, newLab } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

let lab: Lab;
let pdp: Pdp;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
  await pdp.write("times.csv", "Time,Time: s,y\n10:15,1,1\n10:30,2,2\n10:45,3,3\n");
  await pdp.write("T=37.csv", "Time,Time: s,y\n11:00,4,4\n11:15,5,5\n");
  const sheets = [
    {
      name: "s",
      rows: [
        ["a", "y"],
        ["x", 1],
        ["z", 2],
      ],
    },
  ];
  await writeFile(join(pdp.folder, "book.xlsx"), await writeXlsx({ sheets }));
  await pdp.write("rows.ndjson", '{"y":1}\n{"y":2}\n');
});
afterAll(() => pdp.close());

const WHY = ["--reason", "Notebook page 3"];
const STRINGS = ["--type", "Time=STRING"];
const loads = async () => (await pdp.json<unknown[]>("load", "list")).length;

/** Rules that apply to nothing: name, arguments, and words of the error. By day, every fourth. */
const MISSING: [string, string[], string][] = [
  [
    "a value",
    ["times.csv", ...STRINGS, "--exclude", "Time=10:31"],
    "--exclude Time=10:31 applies to no row of times.csv",
  ],
  ["a line", ["times.csv", ...STRINGS, "--exclude", "9"], "--exclude 9 applies to no row of times.csv"],
  ["lines", ["times.csv", ...STRINGS, "--exclude", "9-12"], "--exclude 9-12 applies to no row of times.csv"],
  [
    "another file",
    ["times.csv", ...STRINGS, "--exclude", "other.csv:2"],
    "--exclude other.csv:2 applies to no row",
  ],
  [
    "a cell",
    ["times.csv", ...STRINGS, "--correct", "9:y=1"],
    "--correct 9:y=1 applies to no row of times.csv",
  ],
  ["a row of a sheet", ["book.xlsx", "--exclude", "9"], "--exclude 9 applies to no row of book.xlsx"],
  ["a value in a sheet", ["book.xlsx", "--exclude", "a=q"], "--exclude a=q applies to no row of book.xlsx"],
  ["a line of JSON", ["rows.ndjson", "--exclude", "3"], "--exclude 3 applies to no row of rows.ndjson"],
  [
    "one of two rules",
    ["times.csv", ...STRINGS, "--exclude", "Time=10:30", "--exclude", "Time=10:32"],
    "--exclude Time=10:32 applies to no row of times.csv",
  ],
];

describe("rows and cells that an import changes", () => {
  test("a value with a colon excludes its row", async () => {
    await pdp.done("import", "times.csv", "--into", "t1", ...STRINGS, "--exclude", "Time=10:30", ...WHY);
    expect(await pdp.done("sql", "SELECT y FROM t1 ORDER BY y")).toBe("y\n1\n3\n");
  });

  test("a cell is corrected in a column with a colon in its name", async () => {
    await pdp.done("import", "times.csv", "--into", "t2", ...STRINGS, "--correct", "3:Time: s=30", ...WHY);
    expect(await pdp.done("sql", "SELECT y FROM t2 WHERE time_s = 30")).toBe("y\n2\n");
  });

  test("rules of one file name it in quotes, and rules may select the same row", async () => {
    const rules = ['"T=37.csv":2', '"T=37.csv":Time=11:00', "times.csv:4"].flatMap((one) => [
      "--exclude",
      one,
    ]);
    await pdp.done("import", "times.csv", "T=37.csv", "--into", "t3", ...STRINGS, ...rules, ...WHY);
    expect(await pdp.done("sql", "SELECT y FROM t3 ORDER BY y")).toBe("y\n1\n2\n5\n");
  });

  test.each(isNightly ? MISSING : MISSING.filter((_, index) => index % 4 === 0))(
    "a rule for %s that does not exist is an error, and nothing is uploaded",
    async (_, given, words) => {
      const before = await loads();
      const refused = await pdp.run(["import", ...given, "--into", "refused", ...WHY]);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(words)]);
      expect(await loads()).toBe(before);
      expect((await pdp.run(["check", ...given, ...WHY])).code).toBe(2);
    },
  );

  test("existing rows of sheets and JSON are excluded", async () => {
    await pdp.done("import", "book.xlsx", "--into", "t4", "--exclude", "2", "--exclude", "a=x", ...WHY);
    expect(await pdp.done("sql", "SELECT a FROM t4")).toBe("a\nz\n");
    await pdp.done("import", "rows.ndjson", "--into", "t5", "--exclude", "2", ...WHY);
    expect(await pdp.done("sql", "SELECT y FROM t5")).toBe("y\n1\n");
  });

  test("options that --config would ignore are refused", async () => {
    const config = { columns: [{ name: "y", type: "INT64" }], format: "NDJSON" };
    await pdp.write("config.json", JSON.stringify(config));
    const given = ["import", "rows.ndjson", "--into", "t6", "--config", "config.json"];
    const refused = await pdp.run([...given, "--exclude", "2", ...WHY]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("cannot be combined with --config"),
    ]);
    const exclusions = [{ line: 3, reason: "x" }];
    await pdp.write("config.json", JSON.stringify({ ...config, exclusions }));
    const unmet = await pdp.run(given);
    expect([unmet.code, unmet.stderr]).toEqual([2, expect.stringContaining("--exclude 3 applies to no row")]);
  });
});
