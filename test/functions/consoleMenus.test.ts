import { expect, test } from "vitest";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";
import { startCsvLoad } from "../support/lab.ts";

const NARROW = { viewport: { width: 390, height: 844 } };

describeConsole("menus and choices of the console", (made) => {
  test("a narrow window shows the actions of a page in a menu that fits, in both schemes", async () => {
    const columns = [{ name: "a", type: "INT64" }];
    await made.lab.api.settled(await startCsvLoad(made.lab, "numbers", columns, "a\n1\n"));
    const page = await made.console.open(`/w/${made.lab.name}/tables/numbers`, NARROW);
    await page.getByRole("gridcell", { name: "1", exact: true }).waitFor();
    expect((await page.locator(".head").boundingBox())?.height).toBeLessThanOrEqual(48);
    await page.getByRole("button", { name: "More actions" }).click();
    const menu = await page.locator(".head .items").boundingBox();
    expect([menu && menu.x >= 0, menu && menu.x + menu.width <= NARROW.viewport.width]).toEqual([true, true]);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(made.console.complaints).toEqual([]);
  });

  test("Esc and a click elsewhere close a menu", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/tables/numbers`);
    const item = page.locator(".menu-items button").first();
    await page.getByText("Download", { exact: true }).waitFor();
    const staysOpen = await page.evaluate(() => {
      const menu = document.querySelector<HTMLDetailsElement>(".menu-button");
      menu?.querySelector("summary")?.click();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
      return menu?.open;
    });
    expect(staysOpen, "Esc right after the click, before the page is rendered again").toBe(false);
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => page.getByRole("heading", { name: "numbers" }).click(),
    ]) {
      await page.getByText("Download", { exact: true }).click();
      await item.waitFor();
      await close();
      await expect.poll(() => item.isVisible()).toBe(false);
    }
  });

  test("an active choice is marked by a sign, not only by its color", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/tables`);
    await page.getByRole("heading", { name: "Tables" }).waitFor();
    const signs = await page.evaluate(() =>
      [true, false].map((isPressed) => {
        const button = document.body.appendChild(document.createElement("button"));
        button.ariaPressed = String(isPressed);
        return getComputedStyle(button, "::before").content;
      }),
    );
    expect(signs).toEqual([expect.stringContaining("✓"), "none"]);
  });
});
