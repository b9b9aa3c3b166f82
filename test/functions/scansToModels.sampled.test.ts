import { beforeAll, describe, expect, test } from "vitest";
import { connect } from "#client/connect.ts";
import type { TableConfig } from "#client/importFiles.ts";
import { trainRequest } from "#client/requests/trainRequest.ts";
import type { Workspace } from "#client/workspace.ts";
import { isNightly, sampled } from "../support/byNight.ts";
import { describeConsole } from "../support/consoleBrowser.ts";
import { sharedLab, sharedPlatform } from "../support/lab.ts";
import { scanVectors } from "../support/scanFiles.ts";
import { waitForTask } from "../support/taskLab.ts";

const { reference, first_position, files } = scanVectors;

if (isNightly) {
  describeConsole("the console can train a model on an unmodified scan", (made) => {
    test.each(files)("$name", async ({ name, content, table, source = table, assay, positions, ...file }) => {
      const { lab, console } = made;
      const references = [{ name: "mature", monomer: reference, first_position }];
      await lab.api.post(`/project:setReferences?id=${lab.projectId}`, { references });
      const page = await console.open(`/w/${lab.name}/import`);
      const chosen = { name, mimeType: "text/csv", buffer: Buffer.from(content) };
      await page.getByLabel("Choose a file, or drop it here").setInputFiles(chosen);
      await page.getByLabel("Into the table").fill(table);
      if (positions) {
        await page.getByLabel("Positions of the residues").fill(positions.join(", "));
        await page.getByRole("button", { name: "Look for mutations" }).click();
        await page.getByLabel("Into the table").fill(table);
      }
      if (file.sequence === undefined)
        await page.getByRole("heading", { name: "Sequences from mutations" }).waitFor();
      if (file.replicates) await page.getByLabel("Create views of them").check();
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText(`${name} is in ${table}.`).waitFor();
      const [where, sequence] = file.sample;
      const found = await lab.api.query(`SELECT ${file.sequence ?? "sequence"} FROM ${table} WHERE ${where}`);
      expect(found.getChildAt(0)?.at(0)).toBe(sequence);
      await page.goto(new URL(`/w/${lab.name}/train?table=${source}`, page.url()).href);
      await page.getByRole("checkbox", { name: assay }).waitFor();
      expect(await page.getByRole("checkbox", { name: assay }).isChecked()).toBe(true);
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.waitForURL(/\/tasks\/\d+/);
      const task = await waitForTask(lab, new URL(page.url()).pathname.split("/").at(-1) ?? "");
      expect([task.state, task.errors]).toEqual(["COMPLETED", []]);
      expect(console.complaints).toEqual([]);
    });
  });
}

describe("the TypeScript client can train a model on an unmodified scan", () => {
  let workspace: Workspace;
  let project = "";

  beforeAll(async () => {
    const lab = await sharedLab();
    project = lab.projectId;
    const references = [{ name: "mature", monomer: reference, first_position }];
    await lab.api.post(`/project:setReferences?id=${project}`, { references });
    const { platformUrl: url } = sharedPlatform();
    workspace = await connect({ url, token: lab.token, workspace: lab.name });
  });

  const cases = sampled(
    files.map(({ name }) => name),
    ["wide.csv"],
  );
  test.each(cases)("%s", async (name) => {
    const file = files.find((one) => one.name === name);
    if (!file) throw new Error(`File not found: ${name}.`);
    const { content, table, source = table, assay, positions, sequence = "sequence", sample } = file;
    const asked = { project_id: project, ...(positions && { positions: positions.join(",") }) };
    const seen = await workspace.preview(new Blob([content]), name, asked);
    const config = seen.config as TableConfig;
    await workspace.import({ name, content }, { into: table, context: { project }, config });
    if (file.replicates)
      await workspace.createView(source, seen.replicates_query?.replaceAll("the_table", table) ?? "");
    const [where, expected] = sample;
    const rows = await workspace.query(`SELECT ${sequence} AS sequence FROM ${table} WHERE ${where}`);
    expect(await rows.rows()).toEqual([{ sequence: expected }]);
    const assays = [{ column: assay, scale: "ADDITIVE" as const }];
    const request = trainRequest({ project, table: source, sequenceColumn: sequence, reference, assays });
    const { parameters } = request as { parameters: object };
    const task = await workspace.train({
      ...request,
      parameters: { ...parameters, folds: 2 },
    } as typeof request);
    expect((await task.wait()).state).toBe("COMPLETED");
  });
});
