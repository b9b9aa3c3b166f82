import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_PREVIEW_BYTES } from "#shared/domain/loads/filePreview.ts";
import type { Lab } from "#test/support/lab.ts";
import { PREVIEW_ATTACKS } from "./previewAttacks.ts";
import { type Site, startSite } from "./site.ts";

interface Preview {
  problems: string[];
  columns: unknown[];
  config: object | null;
}

let site: Site;

beforeAll(async () => {
  site = await startSite();
}, 120_000);

afterAll(() => site.close());

/** Asks for the preview of a file that is sent along. */
async function previewData({ api }: Lab, bytes: Blob): Promise<Preview> {
  const form = new FormData();
  form.set("file", bytes, "attack");
  return api.postForm<Preview>("/data:preview", form);
}

/** Uploads a file that belongs to no table, and asks for its preview. */
async function previewFile({ api, projectId }: Lab, bytes: Blob): Promise<Preview> {
  const context = { kind: "PROJECT", project_id: projectId };
  const { id } = await api.post<{ id: string }>("/data/load:create", { context });
  const form = new FormData();
  form.set("file", bytes, "attack");
  const file = await api.postForm<{ id: string }>(`/data/load:uploadFile?id=${id}`, form);
  return api.post<Preview>(`/data/load:previewFile?id=${id}&file_id=${file.id}`);
}

describe("a file whose preview is an attack", () => {
  it.each(PREVIEW_ATTACKS)(
    "($name) is answered with a preview, and harms nobody",
    async ({ content }) => {
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
    },
    180_000,
  );

  it("leaves place for the others when a tenant asks for many of them at once", async () => {
    const [attacker] = site.attackers;
    const bytes = new Blob([PREVIEW_ATTACKS[4]?.content() as Uint8Array<ArrayBuffer>]);
    const answers = await site.withstand(() =>
      Promise.allSettled(Array.from({ length: 30 }, () => previewData(attacker, bytes))),
    );
    const refused = answers.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeLessThan(answers.length);
    for (const { reason } of refused as PromiseRejectedResult[]) expect(reason.status).toBe(429);
  }, 180_000);
});
