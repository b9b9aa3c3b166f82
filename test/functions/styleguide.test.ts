import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, openPlainBrowser } from "../support/browser.ts";
import { expectAccessible } from "../support/consoleBrowser.ts";
import { sharedPlatform } from "../support/lab.ts";

describe.skipIf(!hasBrowser)("the style guide (needs a browser: Linux on x64)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openPlainBrowser();
  });
  afterAll(() => browser?.close());

  test("the style guide shows every part without sign-in, is accessible in both schemes, and fits the window", async () => {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(`${sharedPlatform().platformUrl}/styleguide`);
    await page.getByRole("gridcell", { name: "1.38" }).waitFor();
    expect(await page.title()).toBe("Style guide · Lab Data Platform");
    await page.getByRole("button", { name: "Say something" }).click();
    await page.getByText("The rows were restored.").waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    const menu = await page.locator(".head .items").boundingBox();
    expect([menu && menu.x >= 0, menu && menu.x + menu.width <= 390]).toEqual([true, true]);
    // An active choice is marked by a sign, not only by its color.
    const sign = (name: string) =>
      page
        .getByRole("button", { name, exact: true })
        .evaluate((button) => getComputedStyle(button, "::before").content);
    expect(await sign("Chosen")).toContain("✓");
    expect(await sign("Not chosen")).toBe("none");
    const head = await page.locator(".head").boundingBox();
    expect(head?.height).toBeLessThanOrEqual(48);
    for (const scheme of ["dark", "light"]) {
      await page.getByLabel("Scheme").selectOption(scheme);
      // One part loads forever to show how that looks.
      await page
        .evaluate("document.querySelector('.appear').classList.remove('appear')")
        .catch(() => undefined);
      await expectAccessible(page);
    }
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);

    const staysOpen = await page.evaluate(() => {
      const menu = document.querySelector<HTMLDetailsElement>(".menu-button");
      menu?.querySelector("summary")?.click();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
      return menu?.open;
    });
    expect(staysOpen, "Esc right after the click, before the page is rendered again").toBe(false);
    await page.getByText("Menu with a word").click();
    await page.getByRole("button", { name: "First" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("button", { name: "First" }).isVisible()).toBe(false);
    await page.getByText("Menu with a word").click();
    await page.getByRole("heading", { name: "Style guide" }).click();
    await expect.poll(() => page.getByRole("button", { name: "First" }).isVisible()).toBe(false);
    expect(errors).toEqual([]);
  });
});
