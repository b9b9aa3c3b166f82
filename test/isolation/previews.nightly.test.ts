import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PREVIEW_ATTACKS } from "./previewAttacks.ts";
import { type Site, startSite } from "./site.ts";
import { previewData, withstandPreview } from "./withstandPreview.ts";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

describe("a file that is hostile to previews", () => {
  it.each(PREVIEW_ATTACKS)("the file ($name) gets a preview and affects no one else", (attack) =>
    withstandPreview(site, attack),
  );

  it("many hostile previews from one tenant leave capacity for others", async () => {
    const [attacker] = site.attackers;
    const bytes = new Blob([PREVIEW_ATTACKS[4]?.content() as Uint8Array<ArrayBuffer>]);
    const answers = await site.withstand(() =>
      Promise.allSettled(Array.from({ length: 30 }, () => previewData(attacker, bytes))),
    );
    const refused = answers.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeLessThan(answers.length);
    for (const { reason } of refused as PromiseRejectedResult[]) expect(reason.status).toBe(429);
  });
});
