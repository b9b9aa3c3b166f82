import { expect } from "vitest";
import { MAX_PREVIEW_BYTES } from "#shared/domain/loads/filePreview.ts";
import type { Lab } from "#test/support/lab.ts";
import type { PreviewAttack } from "./previewAttacks.ts";
import type { Site } from "./site.ts";

interface Preview {
  problems: string[];
  columns: unknown[];
  config: object | null;
}

/** Previews a hostile file while others work. Expects a preview and no effect on others. */
export async function withstandPreview(site: Site, { content }: PreviewAttack): Promise<void> {
  const [attacker] = site.attackers;
  const bytes = new Blob([content() as string]);
  expect(bytes.size).toBeLessThanOrEqual(MAX_PREVIEW_BYTES);
  for (const preview of [previewData, previewFile]) {
    const { problems, config } = await site.withstand(() => preview(attacker, bytes));
    if (config === null) expect(problems.length).toBeGreaterThan(0);
    for (const sentence of problems) {
      expect(sentence).not.toMatch(/internal error|Worker\./);
      expect(sentence.length).toBeLessThan(1_000);
    }
  }
}

/** Previews a file from the request. */
export async function previewData({ api }: Lab, bytes: Blob): Promise<Preview> {
  const form = new FormData();
  form.set("file", bytes, "attack");
  return api.postForm<Preview>("/data:preview", form);
}

/** Uploads a file that does not belong to a table, and requests its preview. */
async function previewFile({ api, projectId }: Lab, bytes: Blob): Promise<Preview> {
  const context = { kind: "PROJECT", project_id: projectId };
  const { id } = await api.post<{ id: string }>("/data/load:create", { context });
  const form = new FormData();
  form.set("file", bytes, "attack");
  const file = await api.postForm<{ id: string }>(`/data/load:uploadFile?id=${id}`, form);
  return api.post<Preview>(`/data/load:previewFile?id=${id}&file_id=${file.id}`);
}
