import { beforeAll, describe, expect, test } from "vitest";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import { type Lab, sharedLab } from "../support/lab.ts";

interface Load {
  id: string;
  warnings?: string[];
}

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

const FROM_ZERO = "mutations,sequence,tm\nM0A,AKTAYIAK,51.5\nK1A,MATAYIAK,52\nT2A,MKAAYIAK,53.25\n";
const WARNING =
  "mutations: positions are counted from 0, as in M0A (row 1); heatmaps, training and reports count them from 1. Add 1 to each position.";

async function newLoad(tables: object = {}): Promise<Load> {
  const context = { kind: "PROJECT", project_id: lab.projectId };
  return lab.api.post<Load>("/data/load:create", { context, tables });
}

function previewData(content: string): Promise<FilePreview> {
  const form = new FormData();
  form.set("file", new File([content], "plate.csv"));
  return lab.api.postForm("/data:preview", form);
}

/** Uploads a file that does not belong to a table yet. Returns its ID. */
async function uploadAlone(load: Load, name: string, content: string): Promise<string> {
  const form = new FormData();
  form.set("file", new File([content], name));
  const { id } = await lab.api.postForm<{ id: string }>(`/data/load:uploadFile?id=${load.id}`, form);
  return id;
}

describe("warnings about unusual file contents", () => {
  test("a warning appears before the upload, after it, and after the load", async () => {
    const seen = await previewData(FROM_ZERO);
    expect([seen.problems, seen.warnings]).toEqual([[], [WARNING]]);
    const load = await newLoad({ from_zero: seen.config });
    const { id } = await lab.api.upload<{ id: string }>(load.id, "from_zero", "plate.csv", FROM_ZERO);
    const stored = await lab.api.post<FilePreview>(`/data/load:previewFile?id=${load.id}&file_id=${id}`);
    expect(stored.warnings).toEqual([WARNING]);
    await lab.api.post(`/data/load:finalize?id=${load.id}`);
    const settled = (await lab.api.settled(load.id)) as unknown as Load & { state: string };
    expect([settled.state, settled.warnings]).toEqual(["COMPLETED", [`plate.csv: ${WARNING}`]]);
  });

  test("p-values and logarithms with zeros and empty cells cause no warning", async () => {
    const seen = await previewData("variant,p_value,log2_effect,shift\nA1G,0,0,0\nA2G,,0.5,\nA3G,0,,-0.5\n");
    expect([seen.problems, seen.warnings]).toEqual([[], []]);
    const activity = await previewData("variant,activity\nA1G,0\nA2G,\nA3G,2.5\n");
    expect(activity.warnings).toEqual([
      "activity: 1 zero and 1 missing cell in one column; check that zero does not mean a missing value.",
    ]);
  });

  test("a second file with differing columns causes a warning", async () => {
    const load = await newLoad();
    const ids: string[] = [];
    for (const [name, content] of [
      ["first.csv", "variant,tm,note,day\nA1G,see notes,,2026-03-01\nA2G,high,,2026-03-02\n"],
      ["second.csv", "variant,tm,note,day\nA3G,58.9,1,2026-03-03\nA4G,61,2,\n"],
    ] as const) {
      ids.push(await uploadAlone(load, name, content));
    }
    const [first, second] = await Promise.all(
      ids.map((id) => lab.api.post<FilePreview>(`/data/load:previewFile?id=${load.id}&file_id=${id}`)),
    );
    expect(first?.warnings).toEqual([]);
    expect(second?.warnings).toEqual([
      "tm: second.csv has numbers, first.csv has text; all files of a table in one load are read with the same types. Correct one of the files, or load them into different tables.",
    ]);
  });
});
