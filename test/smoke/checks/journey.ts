import { expect } from "vitest";
import { generateVariants, toCsv, VARIANT_COLUMNS } from "../../../examples/variants.ts";
import { loadAll, settle } from "../loads.ts";
import { runAnalysis } from "../runAnalysis.ts";
import { type Check, type SmokeWorkspace, sendTo } from "../smokeTest.ts";

const FIRST = 80;
const SECOND = 40;

/** Checks the first hour of a scientist's work. */
export const journey: Check = async ({ lab, annotate }) => {
  const { first: shared, options } = lab;
  const { patience } = options;
  const project = await shared.api.post<{ id: string }>("/project:create", { name: "journey" });
  const workspace = { ...shared, projectId: project.id };
  const all = generateVariants(FIRST + SECOND, 42);
  const part = (name: string, from: number, to?: number) =>
    loadAll(
      workspace,
      {
        table: "variants",
        format: "CSV",
        columns: VARIANT_COLUMNS,
        content: { [name]: toCsv(all.slice(from, to)) },
      },
      patience,
    );
  const first = await part("round-1.csv", 0, FIRST);
  await expectRows(workspace, "after the first load", [1, FIRST]);
  const { version_id } = await workspace.api.get<{ version_id: string }>(
    "/data/table:get?reference=variants",
  );
  await part("round-2.csv", FIRST);
  await expectRows(workspace, "after the second load", [1, FIRST + SECOND]);
  await expectRows(workspace, "at the version before it", [1, FIRST], ` FOR VERSION AS OF ${version_id}`);

  await settle(workspace, "undo", first.id, patience);
  await expectRows(workspace, "after the first load was undone", [FIRST + 1, FIRST + SECOND]);
  await settle(workspace, "redo", first.id, patience);
  await expectRows(workspace, "after it was redone", [1, FIRST + SECOND]);

  const task = await runAnalysis(workspace, "variants", patience);
  const size = await downloadReport(workspace, task.result.report.artifact_id);
  await annotate(`${FIRST + SECOND} rows in two loads; a report of ${Math.round(size / 1024)} KB`);
};

/** Checks the rows. Variants are numbered, so that the first, the last and their number identify the load. */
async function expectRows(
  { api }: SmokeWorkspace,
  when: string,
  [first, last]: [first: number, last: number],
  version = "",
): Promise<void> {
  const table = await api.query(
    `SELECT count(*) AS n, min(variant_id) AS first, max(variant_id) AS last FROM variants${version}`,
  );
  const wanted = [{ n: BigInt(last - first + 1), first: BigInt(first), last: BigInt(last) }];
  expect(table.toArray(), `rows ${when}`).toEqual(wanted);
}

/** Returns the size of the report page, in bytes. */
async function downloadReport(workspace: SmokeWorkspace, id: string): Promise<number> {
  const download = (format: string) =>
    sendTo(workspace, "GET", `/data/artifact:download?id=${id}&format=${format}`);
  const [json, html] = [await download("json"), await download("html")];
  expect(json.status, "download of the report as JSON").toEqual(200);
  if (!json.json) throw new Error("The report that was downloaded is not JSON");
  expect(html.status, "download of the report as a page").toEqual(200);
  const text = html.bytes.toString("utf8").trim();
  if (!/^<!doctype html>/i.test(text) || !/<\/html>$/i.test(text)) {
    throw new Error("The report's page was cut off, or is not a page");
  }
  return html.bytes.length;
}
