import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { describeConsole } from "../support/consoleBrowser.ts";
import { startCsvLoad } from "../support/lab.ts";

/** Largest number of requests with which a page is opened, on which docs/scaling.md bases the limit of an address. */
const MAX_REQUESTS_OF_PAGE = 14;
const IDLE_MS = 10_000;

describeConsole("requests of an open console", (made) => {
  test("a page is opened with few requests, and sends none while nobody uses it", async () => {
    const { lab } = made;
    await lab.api.settled(await startCsvLoad(lab, "variants", [{ name: "n", type: "INT64" }], "n\n1\n2\n"));
    const page = await made.console.open(`/w/${lab.name}/tables`);
    await page.getByRole("heading", { name: "Tables" }).waitFor();
    await page.waitForLoadState("networkidle");
    let sent: string[] = [];
    page.on("request", (request) => {
      if (request.headers().authorization) sent.push(new URL(request.url()).pathname);
    });
    const pages = ["", "tables", "tables/variants", "sql", "projects", `projects/${lab.projectId}`, "tasks"];
    for (const path of [...pages, "models", "activity", "settings"]) {
      sent = [];
      await page.goto(new URL(`/w/${lab.name}/${path}`, page.url()).href);
      await page.waitForLoadState("networkidle");
      expect(sent.length, path).toBeGreaterThanOrEqual(3);
      expect(sent.length, `${path}: ${sent.join(" ")}`).toBeLessThanOrEqual(MAX_REQUESTS_OF_PAGE);
    }
    sent = [];
    await sleep(IDLE_MS);
    expect(sent).toEqual([]);
  });
});
