import { expect, test } from "vitest";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";
import { startCsvLoad } from "../support/lab.ts";

describeConsole("the SQL page", (made) => {
  test("names can be inserted from the tree, and queries can be opened side by side, saved by name, and explained", async () => {
    const { lab } = made;
    const columns = [
      { name: "variant", type: "STRING" },
      { name: "Tm", type: "FLOAT64" },
    ];
    await lab.api.settled(await startCsvLoad(lab, "melting", columns, "variant,Tm\nwt,51.5\nA27G,49\n"));
    const page = await made.console.open(`/w/${lab.name}/sql`);
    const editor = page.getByRole("textbox", { name: "SQL" });
    await editor.fill("SELECT ");
    await page.keyboard.press("End");
    await page.getByRole("button", { name: "Tm", exact: false }).click();
    await editor.press("End");
    await page.keyboard.type(" FROM ");
    await page.getByRole("button", { name: "Insert name" }).click();
    expect(await editor.textContent()).toBe('SELECT "Tm" FROM melting');
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByRole("gridcell", { name: "51.5" }).waitFor();
    await expectAccessible(page);

    await page.getByText("More", { exact: true }).click();
    await page.getByRole("button", { name: "Explain" }).click();
    const plan = page.getByRole("dialog", { name: "What the query reads" });
    await plan.getByText(/melting/).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByText("More", { exact: true }).click();
    await page.getByRole("button", { name: "Save query…" }).click();
    await page.getByLabel("Name").fill("all temperatures");
    await page.getByRole("button", { name: "Save", exact: true }).click();

    await page.getByRole("button", { name: "New query" }).click();
    await page.getByRole("link", { name: "Query 2" }).waitFor();
    expect(await editor.textContent()).not.toContain("melting");
    await editor.fill("SELECT 6*7");
    await page.getByRole("link", { name: "1: melting" }).click();
    await expect.poll(() => editor.textContent()).toBe('SELECT "Tm" FROM melting');
    await page.getByRole("link", { name: "Query 2" }).click();
    await expect.poll(() => editor.textContent()).toBe("SELECT 6*7");
    await page.reload();
    await expect.poll(() => editor.textContent()).toBe("SELECT 6*7");
    await page.getByRole("link", { name: "all temperatures" }).click();
    await page.getByRole("gridcell", { name: "51.5" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Close 2: melting" }).click();
    await page.getByRole("button", { name: "Open it again" }).click();
    await page.getByRole("link", { name: "2: melting" }).waitFor();
    await page.getByRole("button", { name: "Delete the query all temperatures" }).click();
    await page.getByText("Save a query to find it here again.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "all temperatures" }).waitFor();
    expect(made.console.complaints).toEqual([]);
  });
});
