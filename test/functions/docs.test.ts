import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, openBrowser } from "../support/browser.ts";
import { sharedPlatform } from "../support/lab.ts";

it("no page of the platform can be shown in a frame of another page", async () => {
  const { platformUrl, idpUrl } = sharedPlatform();
  for (const url of [`${platformUrl}/docs`, `${platformUrl}/`, `${idpUrl}/user_management/authorize`]) {
    const { headers } = await fetch(url, { headers: { accept: "text/html" } });
    expect([url, headers.get("content-security-policy")]).toEqual([
      url,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
  }
});

describe.skipIf(!hasBrowser)("the documentation page (needs a browser: Linux on x64)", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });

  afterAll(() => browser?.close());

  it("the page renders every operation without script errors or requests to other servers", async () => {
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
    await page.getByText("Run an SQL query on the workspace's data").first().waitFor();
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });

  it.each([
    ["an operation", "createLoad", "post-/v2/workspace/-workspace-/data/load-create"],
    ["a path", "data/load:create", "post-/v2/workspace/-workspace-/data/load-create"],
    ["a tag", "Data%20loads", "tag--Data-loads"],
  ])("the page redirects from the name of %s to its section", async (_, anchor, place) => {
    const page = await browser.newPage();
    await page.goto(`${sharedPlatform().platformUrl}/docs#${anchor}`);
    await page.waitForURL((url) => url.hash.endsWith(`route=${place}`));
    expect(await page.getByRole("status").textContent()).toBe("");
  });

  it("an unknown anchor is reported, and the start of the page is shown", async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(`${sharedPlatform().platformUrl}/docs#nothing`);
    await page.getByText("There is no “nothing” in this documentation. This is its start.").waitFor();
    await page.getByText("Quick start").first().waitFor();
    await page.evaluate(() => {
      location.hash = "createProject";
    });
    await page.waitForURL((url) => url.hash.endsWith("project-create"));
    expect(await page.getByRole("status").textContent()).toBe("");
    expect(errors).toEqual([]);
  });
});
