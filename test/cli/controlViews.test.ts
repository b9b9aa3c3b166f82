import { beforeAll, expect, test } from "vitest";
import { connect } from "#client/connect.ts";
import { controlViews, findControls, measuredColumn } from "#client/controlViews.ts";
import type { Workspace } from "#client/workspace.ts";
import { type Lab, sharedLab, sharedPlatform } from "#test/support/lab.ts";
import { Pdp } from "#test/support/pdp.ts";

let lab: Lab;
let workspace: Workspace;

beforeAll(async () => {
  lab = await sharedLab();
  const { platformUrl: url } = sharedPlatform();
  workspace = await connect({ url, token: lab.token, workspace: lab.name });
});

test("views from samples named WT and blank equal the values computed by hand", async () => {
  const rows = [
    ...["1,A1,WT,2", "1,A2,WT,4", "1,A3,blank,1", "1,A4,v1,7"],
    ...["2,A1,WT,10", "2,A2,wt,99", "2,A3,blank,2", "2,A4,v1,18"],
  ];
  const pdp = await Pdp.open(lab);
  await pdp.write("controlled.csv", `plate,well,sample,value\n${rows.join("\n")}\n`);
  const project = ["--project", lab.projectId];
  const { stderr } = await pdp.run(["import", "controlled.csv", "--into", "controlled", ...project]);
  expect(stderr).toContain(
    "sample is WT or blank in some rows. --controls creates the views controlled_value_difference, controlled_value_ratio, controlled_value_percent.",
  );
  await pdp.write("more.csv", "plate,well,sample,value\n3,A4,v2,5\n");
  await pdp.done("import", "more.csv", "--into", "controlled", "--controls", ...project);
  await pdp.close();
  const read = await workspace.query<Record<string, number | null>>(
    `SELECT d.value_difference AS d, r.value_ratio AS r, p.value_percent AS p FROM controlled_value_difference d
      JOIN controlled_value_ratio r ON d.plate = r.plate AND d.well = r.well
      JOIN controlled_value_percent p ON d.plate = p.plate AND d.well = p.well
      WHERE d.well = 'A4' ORDER BY d.plate`,
  );
  const close = (value: number) => expect.closeTo(value, 9);
  expect(await read.rows()).toEqual([
    { d: 6, r: close(7 / 3), p: close(300) },
    { d: 16, r: close(1.8), p: close(200) },
    { d: null, r: null, p: null },
  ]);
});

test("limits stay limits in views, with the opposite side where the comparison reverses the order", async () => {
  const rows = [
    ...["1,A1,WT,50", "1,A2,blank,10", "1,A3,v1,<20", "1,A4,v2,30"],
    ...["2,A1,WT,10", "2,A2,blank,50", "2,A3,v1,<20", "2,A4,v2,>60"],
  ];
  const pdp = await Pdp.open(lab);
  await pdp.write("limited.csv", `plate,well,sample,value\n${rows.join("\n")}\n`);
  await pdp.done("import", "limited.csv", "--into", "limited", "--controls", "--project", lab.projectId);
  await pdp.close();
  const read = await workspace.query<Record<string, string | number | null>>(
    `SELECT p.value_limit AS raw, d.value_difference_limit AS d, p.value_percent_limit AS p, p.value_percent AS y
      FROM limited_value_percent p JOIN limited_value_difference d ON d.plate = p.plate AND d.well = p.well
      WHERE d.well IN ('A3', 'A4') ORDER BY d.plate, d.well`,
  );
  expect(await read.rows()).toEqual([
    { raw: "<", d: "<", p: "<", y: 25 },
    { raw: null, d: null, p: null, y: 50 },
    { raw: "<", d: "<", p: ">", y: 75 },
    { raw: ">", d: ">", p: "<", y: -25 },
  ]);
});

test("a table without controls has no such views, and positions of wells are not measurements", async () => {
  const typed = (entries: Record<string, string>) =>
    Object.entries(entries).map(([name, type]) => ({ name, type })) as Parameters<typeof measuredColumn>[0];
  const columns = typed({
    plate: "STRING",
    column: "INT64",
    conc_um: "FLOAT64",
    n: "INT64",
    activity: "FLOAT64",
  });
  expect(measuredColumn(columns)).toBe("activity");
  expect(measuredColumn(typed({ column: "INT64", sample: "STRING" }))).toBeUndefined();
  for (const name of ["reconciled_kd", "dose_response"])
    expect(
      measuredColumn(
        typed({ DrugConc: "FLOAT64", concentrationnM: "FLOAT64", conc_um: "FLOAT64", [name]: "FLOAT64" }),
      ),
    ).toBe(name);
  const table = { reference: "none", columns: columns as never };
  expect(await findControls(workspace, table)).toBeNull();
  expect(controlViews(table, { column: "sample", wildType: null, blank: null })).toEqual([]);
});
