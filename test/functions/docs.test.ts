import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, openBrowser } from "../support/browser.ts";
import { sharedPlatform } from "../support/lab.ts";

describe.skipIf(!hasBrowser)("the documentation page (needs a browser: Linux on x64)", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });

  afterAll(() => browser?.close());

  it("renders every operation, without a script error and without any other server", async () => {
    const { platformUrl } = sharedPlatform();
    const page = await browser.newPage();
    const errors: string[] = [];
    const foreign: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("request", (sent) => {
      if (!sent.url().startsWith(platformUrl) && !sent.url().startsWith("data:")) foreign.push(sent.url());
    });
    await page.goto(`${platformUrl}/docs`);
    await page.getByText("Quick start").first().waitFor();
    await page.getByText("Finalize a data load: ingest its files in the background").first().waitFor();
    await page.getByText("Run a SQL query over the workspace's data").first().waitFor();
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });
});
