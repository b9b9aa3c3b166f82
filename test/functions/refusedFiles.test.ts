import { beforeAll, expect, test } from "vitest";
import { type Lab, sharedLab } from "../support/lab.ts";

interface Preview {
  config: unknown;
  problems: string[];
}

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

test("preview and upload refuse a file without a table with the same message", async () => {
  const texts = ["<run>\n<well>1</well>\n</run>\n", "%PDF-1.7\n1 0 obj\n", '[{"name": "a"}, {"name": "b"}]'];
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { refused: { columns: [{ name: "sequence", type: "STRING" }], format: "CSV" } },
  });
  for (const [index, content] of texts.entries()) {
    const form = new FormData();
    const name = `file${index}.csv`;
    form.set("file", new Blob([content]), name);
    const seen = await lab.api.postForm<Preview>("/data:preview", form);
    expect(seen.config).toBeNull();
    expect(seen.problems).toEqual([expect.stringMatching(/^file\d+\.csv: the file is .+, not CSV; save /)]);
    await lab.api.upload(id, "refused", name, content);
    const { errors } = await lab.api.get<{ errors: string[] }>(`/data/load:get?id=${id}`);
    const [error] = errors.filter((one) => one.startsWith(name));
    expect(error?.replace(/, line \d+/, "")).toBe(seen.problems[0]);
  }
});
