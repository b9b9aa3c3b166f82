import { readFile } from "node:fs/promises";
import { writeXlsx } from "hucre";
import type { Download, Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateVariants, REFERENCE, toCsv } from "#examples/variants.ts";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";

const ROWS = 120;
/** Maximum number of clicks from the first page to the three files of an order. */
const MAX_CLICKS = 25;
/** Page script that counts clicks; buttons pressed with the keyboard do not count. */
const COUNT_CLICKS =
  "window.clicks = 0; addEventListener('click', ({ detail, isTrusted }) => { if (isTrusted && detail > 0) window.clicks += 1; }, true)";

/** Number of the first residue in the file, counted in the whole protein, which contains the reference. */
const FIRST = 24;

/**
 * Measurements of 120 variants, numbered as in the whole protein; the first one has "foo" instead of its activity.
 */
function fileWithMistake(): { name: string; mimeType: string; buffer: Buffer } {
  const [first, ...others] = generateVariants(ROWS, 1);
  const numbered = (first ? [{ ...first, activity: 9.9999 }, ...others] : []).map((variant) => ({
    ...variant,
    mutations: variant.mutations.replace(/\d+/g, (position) => String(Number(position) + FIRST - 1)),
  }));
  const good = toCsv(numbered);
  const text = good.replace(",9.9999,", ",foo,");
  return { name: "plate.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
}

async function contentOf(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

/** Clicks a button, and returns the file that the browser downloads. */
async function downloadBy(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return contentOf(download);
}

describeConsole("the story of a plate, in the console", (made) => {
  test("mouse users can go from a file with a mistake to a plate of designs", async () => {
    const page = await made.console.open("/");
    await page.getByRole("heading", { name: "Workspaces" }).waitFor();
    await page.evaluate(COUNT_CLICKS);
    await page.getByRole("link", { name: made.lab.name }).click();

    // Imports a file with a mistake, and fixes the mistake.
    await page.getByRole("link", { name: "Import measurements" }).click();
    await page.getByLabel("Choose a file, or drop it here").setInputFiles(fileWithMistake());
    await page.getByLabel("Into the table").fill("variants");
    // A word among numbers is kept in a separate column; a wrong type is a mistake.
    await page.getByText("activity_text keeps their text").waitFor();
    await page.getByLabel("Type of thermostability").selectOption("whole number");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Nothing was loaded").waitFor();
    await page.getByLabel("Type of thermostability").selectOption("decimal number");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText(`${ROWS} rows`).waitFor();

    // The heatmap shows the effect of a substitution.
    await page.getByRole("link", { name: "Heatmap" }).click();
    const heatmap = page.getByRole("application", { name: /activity by position/ });
    await heatmap.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    const said = page.locator("output");
    expect(await said.textContent()).toMatch(/^K25A: /);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^K25A: \d+ rows?$/ }).waitFor();
    await expectAccessible(page);

    // Runs SQL, first with an error; the text is typed without pauses.
    await page.getByRole("link", { name: "SQL" }).click();
    await page.getByRole("textbox", { name: "SQL" }).click();
    await page.keyboard.type("SELECT count(*) AS n, avg(activty) AS mean FROM variants ");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Did you mean activity?").waitFor();
    expect(await page.getByRole("textbox", { name: "SQL" }).textContent()).toContain("FROM variants");
    made.console.complaints.length = 0; // the browser reports the refused query
    await page.getByRole("textbox", { name: "SQL" }).fill("SELECT count(activity) AS n FROM variants");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("gridcell", { name: String(ROWS - 1 - missing()), exact: true }).waitFor();
    await expectAccessible(page);

    // Undoes and redoes a load, and views the state in between.
    await page.getByRole("link", { name: "Tables" }).click();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await page.getByText("undone").first().waitFor();
    await page.getByRole("button", { name: "Redo" }).last().click();
    await page.getByText("were restored").waitFor();
    await page.getByRole("rowheader").getByRole("link", { name: "variants", exact: true }).click();
    await page.getByRole("link", { name: "History" }).click();
    const undone = page.getByRole("row").filter({ hasText: "import undone" });
    await undone.getByRole("link", { name: "See as of here" }).click();
    await page.getByText("0 rows").waitFor();

    // Train.
    await page.getByRole("link", { name: "Train models" }).click();
    await page.getByText("It will use up to").waitFor();
    expect(await page.getByLabel("Reference protein").inputValue()).toBe(REFERENCE);
    await page.getByRole("checkbox", { name: "thermostability" }).uncheck();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Train", exact: true }).click();
    const design = page.getByRole("link", { name: "Design variants with these models" });
    await design.waitFor();
    await page.getByRole("heading", { name: "activity: predicted against measured" }).waitFor();
    await page.locator("summary", { hasText: "Full report: methods and tables" }).press("Enter");
    await page.frameLocator("iframe[title=Report]").getByRole("heading").first().waitFor();
    await page.getByText("position 10 here is 33 there").waitFor();
    await expectAccessible(page);

    // Design.
    await design.click();
    await page.getByLabel("Designs", { exact: true }).fill("12");
    await page.getByLabel("Positions to keep").fill("0");
    await page.getByText("which has positions 24 to 143").waitFor();
    expect(await page.getByRole("button", { name: "Design", exact: true }).isDisabled()).toBe(true);
    await page.getByLabel("Positions to keep").fill("24, 33-35");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Design", exact: true }).click();
    await page.getByRole("link", { name: "Designs and order list" }).click();

    // Order.
    await page.getByText("Plate 1 of 1").waitFor();
    await expectAccessible(page);
    await page.goBack();
    await page.getByRole("definition").filter({ hasText: /^12$/ }).waitFor();
    await page.getByRole("heading", { name: "Predictions of the designs" }).waitFor();
    await page.getByText(/^\d+ positions in 12 designs$/).waitFor();
    await expectAccessible(page);
    // The logo and the alignment use the file's residue numbers, and a design opens its variant.
    const logo = page.getByRole("application", { name: /^Residues of the designs/ });
    await logo.focus();
    await page.keyboard.press("Home");
    await expect.poll(() => page.locator("output").last().textContent()).toMatch(/designs \d+ of 12$/);
    expect(await page.locator(".logo-letter").count()).toBeGreaterThan(2);
    await page.getByLabel("Height").selectOption("information (bits)");
    await expect.poll(() => page.locator("output").last().textContent()).toMatch(/bits \d/);
    // Stretched letters do not cover the buttons above them: the button could be clicked.
    const residues = page.getByRole("region", { name: "Residues of the designs" });
    await residues.getByRole("button", { name: "SVG" }).click({ trial: true });
    const alignment = page.getByRole("region", { name: "Alignment of the designs" });
    const sites = (await alignment.getByRole("columnheader").allInnerTexts()).slice(1);
    const numbers = sites.map((site) => Number(site.slice(1)));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(sites.map((site) => REFERENCE[Number(site.slice(1)) - FIRST])).toEqual(
      sites.map((site) => site[0]),
    );
    const first = alignment.getByRole("link", { name: /^Design 1: / });
    const [, codes = ""] = (await first.getAttribute("aria-label"))?.split(": ") ?? [];
    // Uses the keyboard, which does not count as clicks.
    await first.press("Enter");
    await page.getByRole("heading", { level: 1, name: codes }).waitFor();
    await page.getByRole("heading", { name: "What is known about its mutations" }).waitFor();
    await page.goBack();
    await alignment.waitFor();
    await page.getByRole("link", { name: "Designs and order list" }).press("Enter");
    await page.getByText("Plate 1 of 1").waitFor();
    await page.getByText("The first residue of the reference is number 24.").waitFor();
    const order = (await downloadBy(page, "Order list (CSV)")).trimEnd().split("\n");
    // The control has already been measured.
    expect(order[0]).toBe("name,mutations,sequence,activity_mean,activity_sd,activity_measured");
    expect(order).toHaveLength(1 + 12 + 1);
    for (const line of order.slice(1)) {
      const [, mutations = "", sequence = ""] = line.split(",");
      for (const mutation of mutations.split(";").filter((one) => one !== "")) {
        const at = Number(mutation.slice(1, -1)) - FIRST;
        expect([REFERENCE[at], sequence[at]]).toEqual([mutation[0], mutation.at(-1)]);
      }
      expect([sequence[0], sequence.slice(9, 12)]).toEqual(["M", REFERENCE.slice(9, 12)]);
    }
    expect((await downloadBy(page, "FASTA")).match(/^>/gm)).toHaveLength(13);
    // A workbook is a ZIP archive.
    expect((await downloadBy(page, "Order and plates (XLSX)")).slice(0, 2)).toBe("PK");
    const plate = (await downloadBy(page, "Plate map (CSV)")).trimEnd().split("\n");
    expect(plate[0]).toBe("plate,well,name,kind,mutations,sequence");
    expect(plate[1]).toMatch(/^1,A01,D001,design,\S+,[A-Z]+$/);
    expect(plate).toHaveLength(1 + 12 + 2);
    await page
      .getByText("The best measured variant when the models were trained is the reference itself")
      .waitFor();
    expect(made.console.complaints).toEqual([]);
    // The clicks include a mistake, SQL, an undo and a redo.
    expect(await page.evaluate<number>("window.clicks")).toBeLessThanOrEqual(MAX_CLICKS);

    await expectNarrowAndDark(page);

    // The URL contains the choices.
    await page.getByLabel("Number of designs (max 12)").fill("60");
    await page.getByText("There are only 12 designs, so all of them are included.").waitFor();
    await page.getByLabel("Number of designs (max 12)").fill("10");
    await page.getByLabel("Controls on each plate").selectOption("the best measured");
    await page.getByLabel("Plate", { exact: true }).selectOption("384 wells");
    await page.getByLabel("Name prefix").fill("my own");
    await expect.poll(() => page.getByRole("button", { name: "Order list (CSV)" }).isDisabled()).toBe(true);
    await page.getByLabel("Name prefix").fill("R2-");
    await page.reload();
    await page.getByText("10 designs, 2 controls").waitFor();
    await page.getByRole("rowheader", { name: "R2-001" }).waitFor();
    expect(await page.getByLabel("Plate", { exact: true }).inputValue()).toBe("384");

    const designs = page.url();
    // Imports results under the names used in the order.
    await page
      .getByLabel("Results, with a header line")
      .fill("name\tactivity\nR2-001\t1.5\nR2-002\t0.75\nZ9\t1\n");
    await page
      .getByText("2 rows found by name. 1 row matches no protein in this order and is skipped: Z9")
      .waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import 2 rows with sequences" }).click();
    await page.getByText("2 rows checked, nothing to correct").waitFor();
    expect(await page.getByLabel("Into the table").inputValue()).toBe("variants");
    await page.getByText("The table gets new columns: name.").waitFor();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("is in variants.").waitFor();
    const counted = await made.lab.api.query(
      "SELECT count(DISTINCT sequence) AS n FROM variants WHERE name IN ('R2-001', 'R2-002') AND mutations <> ''",
    );
    expect(Number(counted.toArray()[0]?.n)).toBe(2);
    // The order keeps its choices after leaving the page, and shows the measurements.
    await page.getByRole("link", { name: "Tasks", exact: true }).click();
    await page.getByRole("link", { name: /^Designs, round 2/ }).click();
    await page.getByRole("link", { name: "Designs and order list" }).click();
    await page
      .getByText("activity has been measured for 2 of 10 designs: from 0.75 (R2-002) to 1.5 (R2-001).")
      .waitFor();
    // The control shows its measured value, on the page and in the file.
    await page.getByRole("heading", { name: "activity: designs, predicted and measured" }).waitFor();
    const control = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "best" }) });
    const value = await control.getByRole("cell").nth(3).textContent();
    expect(Number(value)).toBeGreaterThan(0);
    const measured = (await downloadBy(page, "Order list (CSV)")).trimEnd().split("\n");
    expect(measured[0]).toBe("name,mutations,sequence,activity_mean,activity_sd,activity_measured");
    expect(measured[1]).toMatch(/,1\.5$/);
    expect(Number(measured.at(-1)?.split(",")[5])).toBeCloseTo(Number(value), 2);
    await expectAccessible(page);

    // The import of the results has added a column; changes since the previous version are still found.
    const table = new URL(`/w/${made.lab.name}/tables/variants?tab=history`, page.url());
    await page.goto(table.href);
    await page.getByRole("button", { name: "Rows that changed since" }).first().click();
    await page.getByText("2 rows", { exact: true }).waitFor();
    await page.getByRole("gridcell", { name: "R2-002" }).waitFor();

    // Views the predictions and the training rows.
    await page.getByRole("link", { name: "Models", exact: true }).click();
    const model = page.getByRole("row").filter({ hasText: /activity: \w+ \(rank correlation 0\./ });
    expect(await model.getByRole("link", { name: "variants", exact: true }).getAttribute("href")).toContain(
      "?as_of=",
    );
    await model.getByRole("link", { name: "Design variants" }).click();
    await page.getByRole("heading", { name: "Design variants" }).waitFor();

    // Predicts all single substitutions, and shows them next to the measured ones.
    await page.goBack();
    await model.getByRole("link", { name: "Predict" }).click();
    await page.getByText("Predicts the protein and its 2,280 single substitutions.").waitFor();
    await page.getByLabel("Protein").fill(REFERENCE.slice(1));
    await page.getByText("It has 119 residues, and the model's sequences have 120.").waitFor();
    await page.getByLabel("Protein").fill(REFERENCE);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Predict", exact: true }).click();
    await page.getByRole("link", { name: "See the predictions" }).click();
    await page.getByRole("application", { name: /activity, predicted by position/ }).waitFor();
    await page.getByRole("heading", { name: "Predicted against measured" }).waitFor();
    await page.getByLabel("Show").selectOption("predicted minus measured");
    await page.getByText("white: 0, predicted as measured").waitFor();
    await expectAccessible(page);
    await page.getByRole("table").getByRole("link").first().click();
    await page
      .getByRole("region", { name: "Predictions" })
      .getByRole("link", { name: /^Predictions by/ })
      .waitFor();
    await expectAccessible(page);

    // A reader's export of the stored plates is joined with their layout, and imported into the round of the designs.
    await page.goto(designs);
    await page
      .getByRole("button", { name: "More" })
      .click()
      .catch(() => undefined);
    await page.getByRole("button", { name: "Store, for DNA and primers" }).click();
    await page.getByRole("heading", { name: "Results" }).waitFor();
    await expectAccessible(page);
    await page.getByLabel("Export of the reader").setInputFiles(await exportOfReader());
    await page.getByText("12 wells of the order found.").waitFor();
    await page.getByRole("button", { name: "Import 12 rows with sequences" }).click();
    await page.getByText("12 rows checked, nothing to correct").waitFor();
    expect(await page.getByLabel("Round").locator("option:checked").textContent()).toBe("round 2");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("is in variants.").waitFor();
    const joined = await made.lab.api.query(
      "SELECT count(*) AS n, count(DISTINCT sequence) AS variants, sum(activity) AS total FROM variants WHERE role IS NOT NULL",
    );
    expect(joined.toArray().map(({ n, variants, total }) => [Number(n), Number(variants), total])).toEqual([
      [12, 11, expect.closeTo(totalOfOrder(), 6)],
    ]);

    // After the designs of the second round have been measured, models are trained on both rounds.
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("link", { name: "project", exact: true }).click();
    await page.getByText("Designs measured: 10 of 12").waitFor();
    await page
      .getByRole("region", { name: /^Improvement of .* by round$/ })
      .getByText(/round 2: \S+ /)
      .waitFor();
    await expectAccessible(page);
    await page.getByText("New measurements have been imported.").waitFor();
    await page.getByRole("link", { name: "Train models" }).first().click();
    await page.getByText("It will use up to").waitFor();
    expect(await page.getByLabel("Round").locator("option:checked").textContent()).toBe("round 2");
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Run again with changes" }).waitFor();
    const { items } = await made.lab.api.get<{ items: { context: { kind: string } }[] }>(
      "/task:list?order=DESC",
    );
    expect(items.map(({ context }) => context.kind)).toEqual(Array(items.length).fill("ROUND"));
    await page.goto(designs);

    // Requests other designs.
    await page.getByRole("link", { name: /^Designs, round 2/ }).click();
    await page.getByRole("link", { name: "Run again with changes" }).click();
    await page.getByLabel("Positions to keep").waitFor();
    expect(await page.getByLabel("Positions to keep").inputValue()).toBe("M24, R33-I35");
    expect(await page.getByLabel("Designs", { exact: true }).inputValue()).toBe("12");
    expect(await page.getByLabel("Goal for activity").inputValue()).toBe("raise");
    expect(await page.getByLabel("Name").inputValue()).toMatch(/^Designs, round 2 \(again\)$/);
    await page.getByLabel("Designs", { exact: true }).fill("9");
    await page.getByLabel("Name").fill("A name that took long to find");
    await page.getByRole("link", { name: "Tasks", exact: true }).click();
    await page.goBack();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("A name that took long to find");
    await page.reload();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("A name that took long to find");
    expect(await page.getByLabel("Designs", { exact: true }).inputValue()).toBe("9");
  });

  /** Opens all pages of the workspace in the dark scheme at 320 pixels: nothing is cut off, and nothing scrolls sideways. */
  async function expectNarrowAndDark(done: Page): Promise<void> {
    const { pathname } = new URL(done.url());
    const page = await made.console.open(`/w/${made.lab.name}/tables`, {
      viewport: { width: 320, height: 640 },
      colorScheme: "dark",
    });
    await page.getByRole("heading", { name: "Tables" }).waitFor();
    const paths = [
      "tables",
      "tables/variants",
      "tables/variants?tab=chart",
      "tables/variants?tab=heatmap",
      "tables/variants?tab=history",
      "tables/variants?tab=columns",
    ];
    const others =
      "home import sql tasks models train design predict compare analyze projects settings".split(" ");
    const pages = [...paths, ...others].map((path) => `/w/${made.lab.name}/${path}`);
    for (const path of [...pages, pathname]) {
      await page.goto(new URL(path, done.url()).href);
      await page.getByRole("heading", { level: 1 }).waitFor();
      // Waits until the page no longer shows that it is loading.
      await expect.poll(() => page.locator("p.appear").count()).toBe(0);
      await expectAccessible(page);
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect(width, path).toBeLessThanOrEqual(320);
      const end = await page.evaluate("document.querySelector('.head').getBoundingClientRect().bottom");
      expect(end, path).toBeLessThanOrEqual(96);
      if (!path.endsWith("tab=history")) continue;
      const undo = await page.getByRole("button", { name: "Undo" }).first().boundingBox();
      expect(undo && undo.x + undo.width, "the right edge of Undo").toBeLessThanOrEqual(320);
    }
  }
});

/** Variants in the file, except the first one, which does not have an activity value. */
function missing(): number {
  return generateVariants(ROWS, 1)
    .slice(1)
    .filter(({ activity }) => activity === null).length;
}

/** Value of a well of the reader's export. */
const exportedValue = (row: number, column: number) => 2 + row + column / 32;

/** Sum of the wells of the order: designs in A1 to A10, and two controls at the end of the plate. */
function totalOfOrder(): number {
  const designs = Array.from({ length: 10 }, (_, column) => exportedValue(0, column));
  const controls = [22, 23].map((column) => exportedValue(15, column));
  return [...designs, ...controls].reduce((sum, value) => sum + value, 0);
}

/** Workbook of a plate reader with the 384 wells of plate 1. */
async function exportOfReader(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const columns = Array.from({ length: 24 }, (_, column) => column);
  const rows = [..."ABCDEFGHIJKLMNOP"].map((letter, row) => [
    letter,
    ...columns.map((column) => exportedValue(row, column)),
  ]);
  const sheets = [{ name: "Plate 1", rows: [[null, ...columns.map((column) => column + 1)], ...rows] }];
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return { name: "export.xlsx", mimeType, buffer: Buffer.from(await writeXlsx({ sheets })) };
}
