import { expect } from "vitest";
import {
  EXAMPLE_COLUMNS,
  type ExampleRow,
  FIRST_ROWS,
  plainRows,
  SECOND_ROWS,
  toNdjson,
} from "../exampleRows.ts";
import { type Files, loadAll, settle, stageLoad } from "../loads.ts";
import { type Check, type SmokeWorkspace, sendTo } from "../smokeTest.ts";

const TABLE = "measured";
const NAMES = EXAMPLE_COLUMNS.map(({ name }) => name);

/**
 * Checks version queries. A version is a list of files, and SQL must read exactly these: on Athena, through a symlink table
 * that is created for each list on first use. The rows must be the same on all engines.
 */
export const versions: Check = async ({ lab, annotate }) => {
  const { first: workspace, options } = lab;
  const { patience } = options;
  await workspace.api.post("/data/table:create", {
    kind: "TABLE",
    reference: TABLE,
    columns: EXAMPLE_COLUMNS,
  });
  const empty = await versionOf(workspace);
  await expectRows(workspace, "before any load", []);

  const first = await loadAll(workspace, files(FIRST_ROWS), patience);
  const afterFirst = await versionOf(workspace);
  const second = await loadAll(workspace, files(SECOND_ROWS), patience);
  // Files in the same location that do not belong to any version.
  await stageLoad(workspace, files([[...FIRST_ROWS.flat(), ...SECOND_ROWS.flat()]]));
  await expectRows(workspace, "after two loads", [...FIRST_ROWS, ...SECOND_ROWS].flat());
  await expectNested(workspace);

  await settle(workspace, "undo", first.id, patience);
  await expectRows(workspace, "after the first was undone", SECOND_ROWS.flat());
  await settle(workspace, "undo", second.id, patience);
  await expectRows(workspace, "after both were undone", []);
  await expectRows(workspace, "at the version after the first load", FIRST_ROWS.flat(), afterFirst);
  await expectRows(workspace, "at the version before any load", [], empty);
  await workspace.api.post("/data/version:tag", { version_id: afterFirst, name: "first-load" });
  await expectRows(
    workspace,
    "at the tag of the version after the first load",
    FIRST_ROWS.flat(),
    "'first-load'",
  );
  await expectAdded(workspace, empty, afterFirst, FIRST_ROWS.flat().length);
  await settle(workspace, "redo", first.id, patience);
  await expectRows(workspace, "after the first was redone", FIRST_ROWS.flat());
  await annotate(`8 results at 6 versions, a comparison of rows, ${NAMES.length} columns of all types`);
};

function files(parts: readonly (readonly ExampleRow[])[]): Files {
  const content = Object.fromEntries(parts.map((rows, index) => [`part-${index}.ndjson`, toNdjson(rows)]));
  return { table: TABLE, format: "NDJSON", columns: EXAMPLE_COLUMNS, content };
}

async function versionOf({ api }: SmokeWorkspace): Promise<string> {
  return (await api.get<{ version_id: string }>(`/data/table:get?reference=${TABLE}`)).version_id;
}

async function expectRows(
  { api }: SmokeWorkspace,
  when: string,
  rows: readonly ExampleRow[],
  version?: string,
): Promise<void> {
  const at = version === undefined ? "" : ` FOR VERSION AS OF ${version}`;
  const table = await api.query(`SELECT * FROM ${TABLE}${at} ORDER BY id`);
  const columns = table.schema.fields.map(({ name }) => name);
  expect(columns, `columns ${when}`).toEqual(NAMES);
  const wanted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(plainRows(table.toArray()), `rows ${when}`).toStrictEqual(wanted);
}

/** Checks that a comparison of two versions returns the given rows, which the later version added. */
async function expectAdded(workspace: SmokeWorkspace, from: string, to: string, rows: number): Promise<void> {
  const { id } = await workspace.api.get<{ id: string }>(`/data/table:get?reference=${TABLE}`);
  const query = `id=${id}&from=${from}&to=${to}&format=NDJSON`;
  const answer = await sendTo(workspace, "GET", `/data/table:rowDiff?${query}`);
  const found = answer.bytes.toString("utf8").trimEnd().split("\n");
  const changes = found.map((line) => JSON.parse(line) as { $change: string; $rows: number });
  expect(changes.length, "rows that the first load added").toEqual(rows);
  for (const { $change, $rows } of changes)
    expect([$change, $rows], "a row of the comparison").toEqual(["ADDED", 1]);
}

/** Checks a query that only an engine with the column types can run. */
async function expectNested({ api }: SmokeWorkspace): Promise<void> {
  const query = `SELECT id, plate.well AS well, plate.reads[1] AS first_read, cardinality(tags) AS tags,
    plate.count + 1 AS next, day < DATE '2000-01-01' AS early
  FROM ${TABLE} WHERE plate.count > 9007199254740992`;
  const table = await api.query(query);
  const wanted = [
    {
      id: -9_223_372_036_854_775_808n,
      well: "A1",
      first_read: 1.5,
      tags: 3n,
      next: 9_007_199_254_740_994n,
      early: true,
    },
  ];
  expect(plainRows(table.toArray()), "fields and items of nested columns").toEqual(wanted);
}
