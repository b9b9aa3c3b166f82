import { expect, test } from "vitest";
import { generateVariants, toCsv } from "#examples/variants.ts";
import { describeConsole } from "../support/consoleBrowser.ts";
import { pressByKey, tabTo } from "../support/keyboard.ts";

const ROWS = 80;

describeConsole("the story of a plate, with only the keyboard", (made) => {
  test("keyboard users can go from pasted cells to designs on a plate", async () => {
    const page = await made.console.open("/");
    await page.getByRole("heading", { name: "Workspaces" }).waitFor();
    await page.getByRole("link", { name: made.lab.name }).waitFor();
    await pressByKey(page, made.lab.name);
    await page.getByText("No tables yet").waitFor();

    // Pastes cells with a mistake, and chooses to read the mistake as missing.
    await pressByKey(page, "Import a file");
    await page.getByRole("heading", { name: "Import a file" }).waitFor();
    await tabTo(page, /^Cells from a spreadsheet/);
    const [first, ...others] = generateVariants(ROWS, 1);
    const text = toCsv(first ? [{ ...first, activity: 9.9999 }, ...others] : []).replace(",9.9999,", ",foo,");
    await page.keyboard.insertText(text);
    await pressByKey(page, "Use these cells");
    await page.getByRole("heading", { name: "Columns" }).waitFor();
    await tabTo(page, "Into the table");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("variants");
    await tabTo(page, "Type of activity");
    await page.keyboard.type("decimal");
    await pressByKey(page, "Import");
    await page.getByText("Nothing was loaded").waitFor();
    await pressByKey(page, /as missing/);
    await pressByKey(page, "Import");
    await page.getByText(`${ROWS} rows`).waitFor();

    // Undoes and redoes from the history.
    await pressByKey(page, "History");
    await page.getByRole("button", { name: "Undo" }).first().waitFor();
    await page.getByRole("button", { name: "Dismiss" }).first().waitFor();
    await pressByKey(page, "Undo");
    await page.getByRole("rowheader", { name: "import undone" }).waitFor();
    await page
      .getByRole("row")
      .filter({ hasText: "import undone" })
      .getByRole("button", { name: "Redo" })
      .waitFor();
    await pressByKey(page, "Redo");
    await page.getByRole("rowheader", { name: "import redone" }).waitFor();

    // SQL: Esc followed by Tab leaves the editor.
    await pressByKey(page, "SQL");
    await page.getByRole("textbox", { name: "SQL" }).waitFor();
    await tabTo(page, "SQL");
    await page.keyboard.type("SELECT count(*) AS n FROM variants ");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("gridcell", { name: String(ROWS), exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await tabTo(page, "Result");

    // Trains and designs.
    await pressByKey(page, "Train models");
    await page.getByText("It will use up to").waitFor();
    await tabTo(page, "thermostability");
    await page.keyboard.press("Space");
    await pressByKey(page, "Train");
    const design = page.getByRole("link", { name: "Design variants with these models" });
    await design.waitFor();
    await pressByKey(page, "Design variants with these models");
    await page.getByText("Positions to keep").waitFor();
    await tabTo(page, "Designs");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("10");
    await pressByKey(page, "Design");
    await page.getByRole("link", { name: "Designs and order list" }).waitFor();
    await pressByKey(page, "Designs and order list");
    await page.getByText("Plate 1 of 1").waitFor();
    await tabTo(page, "Plate map (CSV)");
    const [plate] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect(plate.suggestedFilename()).toMatch(/^designs-from-.*-plate\.csv$/);
    expect(made.console.complaints).toEqual([]);
  });
});
