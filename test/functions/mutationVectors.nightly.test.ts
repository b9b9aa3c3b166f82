import { expect, test } from "vitest";
import { LoadHandle } from "#client/loadHandle.ts";
import { rawClient } from "#client/rawClient.ts";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import { newLab } from "../support/lab.ts";
import { mutationVectors, valueColumn } from "../support/mutationFiles.ts";

const { reference, files } = mutationVectors;

test("each spelling of mutations loads with the config that its preview proposes", async () => {
  const lab = await newLab();
  const query = new URLSearchParams({ project_id: lab.projectId, reference });
  const good = files.filter(({ problems }) => problems.length === 0);
  const tables: Record<string, FilePreview["config"]> = {};
  for (const { name, content, options, mutations } of files) {
    const form = new FormData();
    form.set("file", new File([content], name));
    const positions = options.positions ? `&positions=${options.positions.join(",")}` : "";
    const seen = await lab.api.postForm<FilePreview>(`/data:preview?${query}${positions}`, form);
    expect([name, seen.config?.sequence_from?.mutations]).toEqual([name, mutations]);
    tables[name.replace(".csv", "")] = seen.config;
  }
  const context = { kind: "PROJECT", project_id: lab.projectId };
  const { wrong, ...others } = tables;
  const load = await lab.api.post<{ id: string }>("/data/load:create", { context, tables: others });
  for (const { name, content } of good)
    await lab.api.upload(load.id, name.replace(".csv", ""), name, content);
  await lab.api.post(`/data/load:finalize?id=${load.id}`);
  const ended = await lab.api.settled(load.id);
  expect(ended).toMatchObject({
    state: "COMPLETED",
    errors: [],
    rows_left_out: good.reduce((sum, { omitted }) => sum + omitted, 0),
  });
  const selects = good.map((file) => {
    const table = file.name.replace(".csv", "");
    return `SELECT '${file.name}' AS name, CAST(${valueColumn(file)} AS bigint) AS y, sequence FROM ${table}`;
  });
  const rows = (await lab.api.query(`${selects.join(" UNION ALL ")} ORDER BY name, y`)).toArray();
  for (const { name, sequences } of good) {
    const found = rows.filter((row) => row.name === name).map(({ y, sequence }) => [Number(y), sequence]);
    expect([name, found]).toEqual([name, sequences]);
  }
  const refused = await lab.api.post<{ id: string }>("/data/load:create", { context, tables: { wrong } });
  const [bad] = files.filter(({ problems }) => problems.length > 0);
  await lab.api.upload(refused.id, "wrong", "wrong.csv", bad?.content ?? "");
  await lab.api.post(`/data/load:finalize?id=${refused.id}`);
  expect((await lab.api.settled(refused.id)).errors).toEqual(bad?.problems);
  const handle = new LoadHandle(rawClient(lab.regionUrl, { token: lab.token }), lab.name, refused.id);
  const problems = await handle.problems();
  expect(problems.map(({ file, line, column, value }) => [file, line, column, value])).toEqual([
    ["wrong.csv", 10, "mutant", "A9G"],
    ["wrong.csv", 17, "mutant", "oops"],
    ["wrong.csv", 24, "mutant", "W99A"],
  ]);
  expect(problems[0]?.reason).toBe('expects "A" at position 9, but the reference has "L"');
  expect(await handle.problems(1)).toEqual(problems.slice(0, 1));
});
