import { readFile } from "node:fs/promises";
import { writeXlsx } from "hucre";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateVariants, toCsv } from "#examples/variants.ts";
import { byNight } from "../support/byNight.ts";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";
import { sharedPlatform, startCsvLoad } from "../support/lab.ts";

const ROWS = 120;

/** Variant measurements; one sequence contains a letter that is not an amino acid. */
function fileWithWrongLetter(): { name: string; mimeType: string; buffer: Buffer } {
  const variants = generateVariants(ROWS, 1);
  const [, second] = variants;
  if (second) second.sequence = `${second.sequence.slice(0, 10)}B${second.sequence.slice(11)}`;
  return { name: "plate 1.csv", mimeType: "text/csv", buffer: Buffer.from(toCsv(variants)) };
}

async function chooseFile(page: Page, file: ReturnType<typeof fileWithWrongLetter>): Promise<void> {
  await page.getByLabel("Choose a file, or drop it here").setInputFiles(file);
}

async function expectNothingWider(page: Page): Promise<void> {
  const [wide, shown] = await page.evaluate<number[]>("[document.documentElement.scrollWidth, innerWidth]");
  expect(wide).toBeLessThanOrEqual(shown ?? 0);
}

/** Clicks a button and returns the file that the browser downloads. */
async function downloadBy(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** Script that records the titles of the browser's notifications. */
const RECORD_NOTIFICATIONS = `
  window.announced = [];
  window.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options);
      announced.push(title);
    }
  };
`;

describeConsole("pages of the console", (made) => {
  /** Loads a CSV file into a table. */
  const loaded = async (table: string, columns: { name: string; type: string }[], file: string) =>
    made.lab.api.settled(await startCsvLoad(made.lab, table, columns, file));

  byNight(
    "an invalid letter in a sequence is named, and the form survives visits to other pages",
    async () => {
      const page = await made.console.open(`/w/${made.lab.name}/tables`);
      await page.getByRole("link", { name: "Import a file" }).first().click();
      await chooseFile(page, fileWithWrongLetter());
      const problem = page.getByRole("row").filter({ hasText: 'has "B" at position 11' });
      await problem.getByText("Line 3.").waitFor();
      await expectAccessible(page);
      await expectNothingWider(page);
      await page.getByLabel("Into the table").fill("plates");

      await page.goBack();
      await page.getByText("No tables yet").waitFor();
      await page.goForward();
      expect(await page.getByLabel("Into the table").inputValue()).toBe("plates");
      const asked = page.waitForEvent("dialog");
      await page.evaluate("setTimeout(() => location.reload())");
      const dialog = await asked;
      expect(dialog.type()).toBe("beforeunload");
      await dialog.dismiss();

      await page.getByRole("button", { name: "Load sequence as any text" }).click();
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText(`${ROWS} rows`).waitFor();
      expect(made.console.complaints).toEqual([]);
    },
  );

  byNight("take the sheet that is chosen", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/import`);
    const sheets = [
      {
        name: "Results",
        rows: [
          ["Name", "Tm"],
          ["a", 50.5],
        ],
      },
      {
        name: "Notes",
        rows: [
          ["by", "text"],
          ["Ada", "done"],
        ],
      },
      { name: "Blank", rows: [] },
    ];
    const buffer = Buffer.from(await writeXlsx({ sheets }));
    await chooseFile(page, { name: "book.xlsx", mimeType: "application/octet-stream", buffer });
    await page.getByLabel("Sheet").selectOption("Blank");
    await page.getByText('no sheet "Blank" with cells').waitFor();
    await page.getByLabel("Sheet").selectOption("Notes");
    await page.getByLabel("Type of by").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("gridcell", { name: "Ada" }).waitFor();
  });

  byNight("the import shows the names of columns with capitals, and accepts corrections", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/import`);
    const sheet = [
      ["Variant", "Sequence", "Plate", "Activity (U/mg)"],
      ["A3G", "MKGAYIAK", "P1", 12.5],
      ["wt", "MKTAYIAK", "P1", 10],
    ];
    const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: "screen", rows: sheet }] }));
    const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    await chooseFile(page, { name: "capitals.xlsx", mimeType, buffer });
    await page.getByLabel("Column for Variant").waitFor();
    expect(await page.getByLabel("Column for Sequence").inputValue()).toBe("sequence");
    expect(await page.getByText("skipped").count()).toBe(0);
    expect(await page.getByLabel("Type of Sequence").inputValue()).toBe("sequence (amino acids)");
    await page.getByLabel("Type of Plate").selectOption("leave out");
    await page.getByLabel("Type of Variant").selectOption("leave out");
    await page.getByLabel("Type of Variant").selectOption("text");
    await page.getByLabel("Column for Variant").fill("code");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("2 rows").waitFor();
    const names = () => page.getByRole("columnheader").allTextContents();
    await expect
      .poll(async () => (await names()).toSorted())
      .toEqual(["activity_u_per_mg", "code", "sequence"]);
    expect(made.console.complaints).toEqual([]);
  });

  byNight("the import reports contradicting mutations, existing rows, and the type of a PDF", async () => {
    const reference = "MKTAYIAKQRQISFVKSHFSRQ";
    const variant = (at: number, to: string) => `${reference.slice(0, at - 1)}${to}${reference.slice(at)}`;
    const rows = [3, 4, 5, 6, 7].map((at) => `${reference[at - 1]}${at}W,${variant(at, "W")},${at / 10}`);
    const mistyped = `Q9W,${variant(9, "W").replace("MK", "MP")},0.9`;
    const columns = ["mutations:STRING", "protein_sequence:STRING", "activity:FLOAT64"].map((one) => {
      const [name = "", type = ""] = one.split(":");
      return { name, type };
    });
    await loaded("scan", columns, `mutations,protein_sequence,activity\n${[...rows, mistyped].join("\n")}\n`);
    const page = await made.console.open(`/w/${made.lab.name}/tables/scan?tab=heatmap`);
    await page.getByText("“Q9W” has K2P Q9W.").waitFor();
    // A library with only a few positions fits on the screen.
    expect(await page.getByLabel("Only positions with values").isChecked()).toBe(true);
    await expectAccessible(page);

    await page.getByRole("link", { name: "Import" }).first().click();
    await chooseFile(page, {
      name: "note.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.7\n1 0 obj"),
    });
    await page.getByText("This file cannot be read. Nothing was loaded.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Another file" }).click();
    // The same sequences in a column with another name.
    const again = `mutant\tsequence\tactivity\n${rows.slice(0, 3).join("\n").replaceAll(",", "\t")}\n`;
    await chooseFile(page, { name: "again.tsv", mimeType: "text/plain", buffer: Buffer.from(again) });
    await page.getByLabel("Into the table").fill("my scan");
    await page.getByRole("button", { name: "Use my_scan" }).click();
    expect(await page.getByLabel("Into the table").inputValue()).toBe("my_scan");
    await page.getByLabel("Into the table").fill("scan");
    await page.getByText("3 rows checked, nothing to correct").waitFor();
    expect(await page.getByLabel("Column for sequence").inputValue()).toBe("protein_sequence");
    expect(await page.getByLabel("Column for mutant").inputValue()).toBe("mutations");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("3 rows were already in the table, identical in every column").waitFor();
    await page.getByText("9 rows").waitFor();
  });

  byNight("sort a table by the column that is pressed, rename it, archive it and bring it back", async () => {
    const file = "variant,tm\na,51.5\nb,49\nc,\nd,60.25\n";
    const columns = [
      { name: "variant", type: "STRING" },
      { name: "tm", type: "FLOAT64" },
    ];
    await loaded("melting", columns, file);
    const page = await made.console.open(`/w/${made.lab.name}/tables`);
    // The latest imports below the list also have links to their tables.
    await page.getByRole("rowheader").getByRole("link", { name: "melting", exact: true }).click();
    await page.getByText("4 rows").waitFor();
    const shown = () => page.getByRole("gridcell").allTextContents();
    await page.getByRole("columnheader", { name: "tm" }).click();
    await expect.poll(shown).toEqual(["d", "60.25", "a", "51.5", "b", "49", "c", ""]);
    await expectAccessible(page);
    await page.reload();
    await expect.poll(shown).toEqual(["d", "60.25", "a", "51.5", "b", "49", "c", ""]);
    await page.getByRole("combobox", { name: "Order" }).selectOption("smallest first");
    await expect.poll(shown).toEqual(["b", "49", "a", "51.5", "d", "60.25", "c", ""]);
    expect(await page.getByRole("link", { name: "Query" }).getAttribute("href")).toContain("ORDER+BY");
    await page.getByLabel("Sorted by").selectOption("variant");
    await expect.poll(async () => (await shown())[0]).toBe("a");

    await page.getByRole("link", { name: "Columns" }).click();
    await page.getByLabel("Name").fill("2 melting");
    expect(await page.getByRole("button", { name: "Rename" }).isDisabled()).toBe(true);
    await page.getByLabel("Name").fill("melted");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { name: "melted" }).waitFor();
    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("heading", { name: "Tables" }).waitFor();
    await page.getByText("melted was archived").waitFor();
    await expect.poll(() => page.getByRole("link", { name: "melted" }).count()).toBe(0);
    await page.getByLabel("Show archived tables").check();
    await expectAccessible(page);
    const archived = page.getByRole("row").filter({ hasText: "melted (archived)" });
    await archived.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("rowheader").getByRole("link", { name: "melted", exact: true }).waitFor();
    await page.getByText("(melting then)").waitFor();
    await expectAccessible(page);
    expect(made.console.complaints).toEqual([]);
  });

  byNight("rows of a table are filtered by columns of each type", async () => {
    const columns = [
      { name: "variant", type: "STRING" },
      { name: "n", type: "INT64" },
      { name: "tm", type: "FLOAT64" },
      { name: "day", type: "DATE" },
      { name: "at", type: "TIMESTAMP" },
      { name: "ok", type: "BOOL" },
    ];
    const file = `variant,n,tm,day,at,ok
A45'G,1,51.5,2026-01-30,2026-01-30T10:00:00Z,true
L99A,2,49,2026-01-31,2026-01-31T12:30:00Z,false
wt,3,,2026-02-01,,
`;
    await loaded("filtered", columns, file);
    const page = await made.console.open(`/w/${made.lab.name}/tables/filtered`);
    await page.getByText("3 rows").waitFor();
    await page.getByTitle("tm; from 49 to 51.5, 1 missing; press to sort").waitFor();
    expect(await page.locator(".grid-summary path").count()).toBe(2);
    await expectAccessible(page);
    const first = () => page.locator("[role=gridcell][aria-colindex='1']").allTextContents();
    const filters: [column: string, comparison: string, value: string | null, rows: string[]][] = [
      ["variant", "contains", "a45'", ["A45'G"]],
      ["variant", "is not", "wt", ["A45'G", "L99A"]],
      ["n", "is at least", "2", ["L99A", "wt"]],
      ["n", "is at most", "1.5", ["A45'G"]],
      ["tm", "is at least", "5.0e1", ["A45'G"]],
      ["tm", "is at least", "50,25", ["A45'G"]],
      ["tm", "is missing", null, ["wt"]],
      ["day", "is at most", "2026-01-31", ["A45'G", "L99A"]],
      ["at", "is at least", "2026-01-31 12:30", ["L99A"]],
      ["ok", "is", "TRUE", ["A45'G"]],
    ];
    for (const [column, comparison, value, rows] of filters) {
      await page.getByLabel("Column to filter by").selectOption(column);
      await page.getByLabel("Comparison").selectOption(comparison);
      if (value !== null) await page.getByLabel("Value to compare with").fill(value);
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await expect.poll(first, { message: `${column} ${comparison} ${value}` }).toEqual(rows);
      await page.getByRole("button", { name: /^Remove the filter/ }).click();
      await expect.poll(async () => (await first()).length).toBe(3);
    }
    await page.getByLabel("Column to filter by").selectOption("tm");
    await page.getByLabel("Value to compare with").fill("hot");
    await page.getByText('"hot" is not a number').waitFor();
    await page.getByLabel("Value to compare with").fill("100");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByText("0 rows of 3").waitFor();
    await page.reload();
    await page.getByText("0 rows of 3").waitFor();
    await expect.poll(() => page.getByText("Reading rows").count()).toBe(0);
    await expectAccessible(page);
    expect(await page.getByRole("link", { name: "Query" }).getAttribute("href")).toContain("WHERE");
    expect(made.console.complaints).toEqual([]);
  });

  byNight("say what a table and its columns mean, and add a column", async () => {
    const columns = [{ name: "variant", type: "STRING" }];
    await loaded("described", columns, "variant\na\n");
    const page = await made.console.open(`/w/${made.lab.name}/tables/described?tab=columns`);
    await page.getByRole("button", { name: "Edit descriptions, add a column" }).click();
    await page.getByLabel("Description", { exact: true }).fill("First screen, at 30 °C");
    await page.getByLabel("Description of variant").fill("Name on the plate");
    await page.getByRole("button", { name: "Add a column" }).click();
    await page.getByText("A new column needs a name.").waitFor();
    await page.getByLabel("Name of new column 1").fill("Variant");
    await page.getByText('There are two columns named "Variant".').waitFor();
    expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
    await page.getByLabel("Name of new column 1").fill("tm");
    await page.getByLabel("Type of new column 1").selectOption("decimal number");
    await page.getByLabel("Description of new column 1").fill("Melting temperature in °C");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("First screen, at 30 °C").waitFor();
    await page.getByRole("row", { name: "tm decimal number FLOAT64 allowed Melting temperature" }).waitFor();
    await page.getByRole("row", { name: "variant text STRING allowed Name on the plate" }).waitFor();
    await page.getByRole("button", { name: "Edit descriptions, add a column" }).click();
    await page.getByLabel("variant is no longer used").check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Name on the plate (no longer used)").waitFor();
    await page.getByRole("link", { name: "Data", exact: true }).click();
    await page.getByRole("columnheader", { name: "tm" }).waitFor();
    expect(made.console.complaints).toEqual([]);
  });

  byNight("save tables, results and files of imports, as they are shown and as a whole", async () => {
    const columns = [
      { name: "variant", type: "STRING" },
      { name: "tm", type: "FLOAT64" },
    ];
    await loaded("saved", columns, "variant,tm\na,51.5\nb,60.25\n");
    const page = await made.console.open(`/w/${made.lab.name}/tables/saved?sort=tm&order=desc`);
    await page.getByText("2 rows").waitFor();
    await page.locator("summary").click();
    await expectAccessible(page);
    const table = await downloadBy(page, "CSV");
    expect([table.name, table.content.toString()]).toEqual(["saved.csv", "variant,tm\nb,60.25\na,51.5\n"]);
    await page.locator("summary").click();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("button", { name: "CSV" }).isVisible()).toBe(false);

    await page.getByRole("link", { name: "History" }).click();
    await page
      .getByRole("cell", { name: `${made.lab.name}@example.org` })
      .first()
      .waitFor();
    await page.getByRole("link", { name: "part0.csv" }).click();
    const file = await downloadBy(page, "Download");
    expect([file.name, file.content.toString()]).toEqual(["part0.csv", "variant,tm\na,51.5\nb,60.25\n"]);

    // Large enough to be read from the object store.
    const rows = 6000;
    const q = `SELECT n, lpad('', 1000, 'x') AS filled FROM UNNEST(sequence(1, ${rows})) AS t(n)`;
    await page.goto(`${new URL(page.url()).origin}/w/${made.lab.name}/sql?${new URLSearchParams({ q })}`);
    await page.getByText("6,000 rows").waitFor();
    await page
      .locator("summary")
      .filter({ hasText: /^Download$/ })
      .click();
    const result = await downloadBy(page, "NDJSON");
    expect(result.name).toBe("result.ndjson");
    expect(result.content.toString().trimEnd().split("\n")).toHaveLength(rows);
    expect(made.console.complaints).toEqual([]);
  });

  byNight("two versions of a table are compared by whole rows and by a key", async () => {
    const columns = [
      { name: "variant", type: "STRING" },
      { name: "tm", type: "FLOAT64" },
    ];
    await loaded("compared", columns, "variant,tm\na,50\nb,60\n");
    const first = await made.lab.api.get<{ version_id: string }>("/data/table:get?reference=compared");
    const { items } = await made.lab.api.get<{ items: { id: string }[] }>(
      "/data/load:list?order=DESC&limit=1",
    );
    await loaded("compared", columns, "variant,tm\na,51.5\nc,70\n");
    await made.lab.api.post(`/data/load:undo?id=${items[0]?.id}`);
    await made.lab.api.settled(items[0]?.id ?? "");
    const page = await made.console.open(`/w/${made.lab.name}/tables/compared?tab=history`);
    await page.getByLabel("From", { exact: true }).selectOption(first.version_id);
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("2 rows added, 2 gone, 0 changed.").waitFor();
    await page.getByLabel("Columns that identify a row").fill("variant");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("1 row added, 1 gone, 1 changed.").waitFor();
    await page.getByRole("row", { name: "before 1 a 50" }).waitFor();
    expect(await page.locator("mark").allTextContents()).toEqual(["51.5"]);
    await expectAccessible(page);
    const { name, content } = await downloadBy(page, "Download all (CSV)");
    expect(name).toBe("compared-changes.csv");
    expect(content.toString().split("\n")[0]).toBe("$change,$rows,variant,tm");
    await page.getByLabel("Columns that identify a row").fill("nothing");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("alert").getByText("nothing").waitFor();
    made.console.complaints.length = 0;
  });

  byNight("rows changed since a version are shown, queries are saved, and one becomes a view", async () => {
    const columns = [{ name: "variant", type: "STRING" }];
    await loaded("grown", columns, "variant\na\n");
    const page = await made.console.open(`/w/${made.lab.name}/tables/grown?tab=history`);
    await page.getByRole("rowheader", { name: "import" }).waitFor();
    expect(await page.getByRole("button", { name: "Rows that changed since" }).count()).toBe(0);
    await loaded("grown", columns, "variant\nb\n");
    await page.reload();
    await page.getByRole("button", { name: "Rows that changed since" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Rows that changed since" }).click();
    const shown = () => page.getByRole("gridcell").allTextContents();
    await expect.poll(shown).toEqual(["added", "b"]);
    await page.getByRole("textbox", { name: "SQL" }).fill("SELECT count(*) AS n FROM grown");
    await page.keyboard.press("Control+Enter");
    await expect.poll(shown).toEqual(["2"]);
    await page.getByLabel("As of").selectOption({ index: 2 });
    await expect.poll(shown).toEqual(["1"]);
    await page.getByLabel("As of").selectOption("now");
    await page.getByRole("button", { name: "Save as view" }).click();
    await page.getByLabel("Name", { exact: true }).fill("grown count");
    await page.getByText("Use letters, digits and underscores").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("grown_count");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "grown_count" }).waitFor();
    await expect.poll(shown).toEqual(["2"]);
    await page.getByRole("link", { name: "SQL", exact: true }).click();
    await page.getByRole("heading", { name: "Earlier queries in this browser" }).waitFor();
    await page.getByRole("link", { name: "SELECT count(*) AS n FROM grown" }).click();
    await expect.poll(shown).toEqual(["2"]);
    expect(made.console.complaints).toEqual([]);
  });

  byNight("show and change the query of a view", async () => {
    const view = { reference: "halves", kind: "VIEW", query: "SELECT 1 / 2.0 AS half" };
    await made.lab.api.post("/data/table:create", view);
    const page = await made.console.open(`/w/${made.lab.name}/tables/halves?tab=columns`);
    const query = page.getByRole("textbox", { name: "Query of this view" });
    await expect.poll(() => query.inputValue()).toBe("SELECT 1 / 2.0 AS half");
    await query.fill("SELECT 1 / 4.0 AS quarter");
    await page.getByRole("button", { name: "Save query" }).click();
    await page.getByText("The query of halves was saved.").waitFor();
    await page.getByRole("rowheader", { name: "quarter" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Edit the description" }).click();
    await page.getByLabel("Description", { exact: true }).fill("A half");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("A half", { exact: true }).waitFor();
    await expectAccessible(page);
    expect(made.console.complaints).toEqual([]);
  });

  byNight("say who is there, how programs sign in, and what the keys are", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/settings`);
    await page.getByText(`Signed in as ${made.lab.name}@example.org.`).waitFor();
    await page.getByRole("cell", { name: `${made.lab.name}@example.org` }).waitFor();
    await page.getByText(`pdp use ${made.lab.name}`).waitFor();
    await expectAccessible(page);
    await page.getByLabel("Your name").fill("Ada Lovelace");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("rowheader", { name: "Ada Lovelace" }).waitFor();
    await page.keyboard.press("F1");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(made.console.complaints).toEqual([]);
  });

  byNight("go to a page or a table by a part of its name", async () => {
    await loaded("melting_points", [{ name: "tm", type: "FLOAT64" }], "tm\n51.5\n");
    const page = await made.console.open(`/w/${made.lab.name}/tasks`);
    await page.getByRole("heading", { name: "Tasks" }).waitFor();
    await page.keyboard.press("Control+K");
    const field = page.getByRole("combobox", { name: "Page, table, project or task" });
    await field.waitFor();
    await expectAccessible(page);
    await field.fill("point");
    await page.getByRole("option", { name: "melting_points table", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "melting_points" }).waitFor();
    await page.getByRole("button", { name: "Go to" }).click();
    await field.fill("nothing like it");
    await page.getByText("No matches.").waitFor();
    await field.fill("page");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "Projects", selected: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Go to" }).click();
    await field.fill("import");
    await page.getByRole("option", { name: "Import page" }).click();
    await page.getByRole("heading", { name: "Import" }).first().waitFor();
    expect(made.console.complaints).toEqual([]);
  });

  test("an unknown page is reported once, and as HTML only for browsers", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/tables/nope`);
    await page.getByRole("alert").waitFor();
    await expect.poll(() => page.getByText("Reading rows").count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(1);
    const { platformUrl } = sharedPlatform();
    const answer = await page.goto(`${platformUrl}/nothing/here`);
    expect(answer?.status()).toBe(404);
    await page.getByRole("heading", { name: "There is no page at this address" }).waitFor();
    await expectAccessible(page);
    const plain = await fetch(`${platformUrl}/nothing/here`);
    expect([plain.status, plain.headers.get("content-type")]).toEqual([404, expect.stringContaining("json")]);
    made.console.complaints.length = 0; // the browser reports missing resources
  });

  byNight("list, make, rename and archive projects, and show what belongs to each", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/projects`);
    await page.getByLabel("Name").fill("two words");
    expect(await page.getByRole("button", { name: "Create" }).isDisabled()).toBe(true);
    await page.getByLabel("Name").fill("hydrolase");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("link", { name: "hydrolase" }).click();
    await page.getByText("None of its imports has created a table").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("lipase");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "lipase" }).waitFor();
    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByText("This project is archived").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Projects" }).click();
    await page.getByRole("link", { name: "project", exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "lipase" }).count()).toBe(0);
    await page.getByLabel("Show archived projects").check();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect.poll(() => page.getByText("archived", { exact: true }).count()).toBe(0);
    await page.getByRole("link", { name: "project", exact: true }).click();
    await page.getByRole("rowheader").getByRole("link", { name: "plates", exact: true }).waitFor();
    await expectAccessible(page);
    expect(made.console.complaints).toEqual([]);
  });

  byNight("an analysis shows its full report, and can be repeated with changes", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/import`);
    const csv = toCsv(generateVariants(ROWS, 1));
    // A row without a sequence is not used.
    const lost = csv
      .slice(0, csv.indexOf("\n"))
      .replace(/[^,]+/g, (name) => (name === "activity" ? "1" : ""));
    const buffer = Buffer.from(`${csv.trimEnd()}\n${lost}\n`);
    await chooseFile(page, { name: "variants.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText(`${ROWS + 1} rows`).waitFor();
    // The heatmap picture has room for the title and the legend above it.
    await page.getByRole("link", { name: "Heatmap" }).click();
    await page.getByText(/^better \(.*\); white: the /).waitFor();
    const { content: png } = await downloadBy(page, "PNG");
    const canvas = await page.locator("canvas").boundingBox();
    expect(png.readUInt32BE(20)).toBe((canvas?.height ?? 0) + 58);
    await page.getByLabel("Only positions with values").check();
    await page.getByText(/positions have no value and are hidden/).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Analyze this table" }).click();
    await page.getByText(`It will use up to ${ROWS} of ${ROWS + 1} rows`).waitFor();
    await page.getByText("1 row has no sequence.").waitFor();
    await page.getByRole("checkbox", { name: "thermostability" }).uncheck();
    await page.getByLabel("How values of activity compare").selectOption("RANK");
    await page.getByLabel("Unit of activity").fill("U/mg");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Analyze", exact: true }).click();
    // The report of an analysis is open at first.
    await page.frameLocator("iframe[title=Report]").getByRole("heading").first().waitFor();
    const scrolls =
      "(() => { const { contentDocument: { documentElement: page } } = document.querySelector('iframe'); return page.scrollHeight - page.clientHeight; })()";
    await expect.poll(() => page.evaluate<number>(scrolls)).toBeLessThanOrEqual(0);
    // The first turn of the wheel over the report scrolls the page.
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 200);
    await expect.poll(() => page.evaluate<number>("window.scrollY")).toBeGreaterThan(0);

    const next = page.getByRole("link", { name: "Train models on this table" });
    expect(await next.getAttribute("href")).toBe(`/w/${made.lab.name}/train?table=variants`);

    // The table of the earlier task has been renamed in the meantime.
    await made.lab.api.post("/data/table:rename?reference=variants", { new_reference: "screened" });
    await page.getByRole("link", { name: "Run again with changes" }).click();
    await page.getByText("It will use up to").waitFor();
    expect(await page.getByLabel("Table", { exact: true }).inputValue()).toBe("screened");
    expect(await page.getByRole("checkbox", { name: "thermostability" }).isChecked()).toBe(false);
    expect(await page.getByLabel("Unit of activity").inputValue()).toBe("U/mg");
    expect(await page.getByLabel("How values of activity compare").inputValue()).toBe("RANK");
    await page.getByLabel("Name").fill("By ratio");
    await page.getByLabel("How values of activity compare").selectOption("MULTIPLICATIVE");
    await page.getByRole("button", { name: "Analyze", exact: true }).click();
    await page.getByRole("heading", { name: "By ratio" }).waitFor();
    await page.context().grantPermissions(["notifications"]);
    await page.evaluate(RECORD_NOTIFICATIONS);
    await page.getByRole("button", { name: "Notify me when it finishes" }).click();
    await page.getByText("You will get a notification when it finishes").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Run again with changes" }).waitFor();
    await expect.poll(() => page.evaluate("announced")).toEqual(["By ratio was cancelled"]);

    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByText("This task is archived").waitFor();
    await page.getByRole("link", { name: "Tasks", exact: true }).click();
    const titles = () => page.locator("tbody th a").allTextContents();
    await expect.poll(async () => (await titles()).length).toBe(1);
    await page.getByLabel("Show archived tasks").check();
    await expect.poll(async () => (await titles())[0]).toBe("By ratio");
    await page.getByLabel("that are").selectOption("done");
    await expect.poll(async () => (await titles()).length).toBe(1);
    await page.getByLabel("Show", { exact: true }).selectOption("trainings");
    await page.getByText("No task matches these filters (2 tasks in total).").waitFor();
    await expectAccessible(page);
    await page.getByLabel("Show", { exact: true }).selectOption("all");
    await page.getByLabel("that are").selectOption("failed or cancelled");
    await page.getByRole("link", { name: "By ratio" }).click();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect.poll(() => page.getByText("This task is archived").count()).toBe(0);
    expect(made.console.complaints).toEqual([]);
  });

  byNight(
    "have a menu that opens where the window is narrow, and notice a sign-out in another tab",
    async () => {
      const viewport = { width: 400, height: 800 };
      const page = await made.console.open(`/w/${made.lab.name}/tables`, { viewport });
      await page.getByRole("heading", { name: "Tables" }).waitFor();
      expect(await page.getByRole("link", { name: "SQL" }).isVisible()).toBe(false);
      const box = await page.getByRole("navigation", { name: "Workspace" }).boundingBox();
      expect(box?.height).toBeLessThan(100);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByRole("heading", { name: "Tables" }).waitFor();
      await page.getByRole("button", { name: "Menu" }).click();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Sign out" }).click();
      await other.getByText("You signed out in another tab.").waitFor();
      await expectAccessible(other);
      // The same click ends the session at the provider, so the next person can sign in.
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await other.getByRole("link", { name: "Sign in again" }).click();
      await other.getByLabel("Email").waitFor();
    },
  );

  byNight("a project page shows its rounds and its best values so far", async () => {
    const { api, projectId } = made.lab;
    await api.post("/round:create", { project_id: projectId, name: "first round" });
    const columns = [
      { name: "sequence", type: "STRING" },
      { name: "tm", type: "FLOAT64" },
    ];
    await loaded("summed", columns, "sequence,tm\nMKVLAAGIDE,50\nMKVLAAGIDA,62.5\n");
    const task = await api.post<{ id: string }>("/task/analyze.data/v2:create", {
      context: { kind: "PROJECT", project_id: projectId },
      parameters: {
        dataset: { kind: "TABLE", table: "summed" },
        reference: { monomer: "MKVLAAGIDE" },
        assays: [{ assay_id: "tm", name: "Melting point", unit: "°C" }],
      },
    });
    await api.finished(task.id);
    const page = await made.console.open(`/w/${made.lab.name}/projects/${projectId}`);
    const best = page.getByRole("row", { name: "Melting point 62.5 °C 2 E10A" });
    expect(await best.getByRole("link").getAttribute("href")).toBe(
      `/w/${made.lab.name}/variant?sequence=MKVLAAGIDA`,
    );
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await best.getByRole("button", { name: "Copy the sequence" }).click();
    await page.getByText("Copied 10 residues.").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("MKVLAAGIDA");
    await page.getByRole("row", { name: /^first round 0 0 0 0 0$/ }).waitFor();
    const bestSoFar = page.getByRole("region", { name: "Best Melting point so far" });
    await bestSoFar.getByText("62.5 °C", { exact: true }).waitFor();
    await bestSoFar.getByText("The imports are not in a round. The wild type has 50 °C.").waitFor();
    const hits = page.getByRole("region", { name: "Variants better than the wild type" });
    await hits.getByText("100 %", { exact: true }).waitFor();
    await hits.getByText("Measured: 1 variant not in a round.").waitFor();
    expect(await page.getByRole("application").count()).toBe(0);
    await expectAccessible(page);
    await page.getByText("Next: train models on the measurements so far.").waitFor();
    const train = await page.getByRole("link", { name: "Train models" }).last().getAttribute("href");
    expect(train).toMatch(new RegExp(`train\\?table=summed&project=${projectId}$`));
    await page.goto(new URL(train?.replace(/train\?table=summed&/, "import?") ?? "", page.url()).href);
    await chooseFile(page, {
      name: "more.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("sequence,tm\nMKVLAAGIDK,70\n"),
    });
    expect(await page.getByLabel("Round").locator("option:checked").textContent()).toBe("first round");
    await page.getByLabel("Into the table").fill("summed");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("more.csv is in summed.").waitFor();
    await page.goto(new URL(`/w/${made.lab.name}/projects/${projectId}`, page.url()).href);
    await page.getByText("Best so far: from 62.5 (not in a round) to 70 (first round).").waitFor();
    await page
      .getByText(
        "first round: +7.5 °C (no interval: repeat some variants within an import to measure the noise)",
      )
      .waitFor();
    const imports = page.getByRole("region", { name: "Latest imports" });
    const table = imports.getByRole("row", { name: /more\.csv/ }).getByRole("link", { name: "summed" });
    expect(await table.getAttribute("href")).toBe(`/w/${made.lab.name}/tables/summed`);

    // The workspace home page shows the same.
    await page.getByRole("link", { name: "Home" }).click();
    const card = page.getByRole("region", { name: "project", exact: true });
    await card
      .getByText("In first round: 1 row measured, 0 training runs, 0 designs. Best Melting point: 70 °C.")
      .waitFor();
    expect(await card.getByRole("link", { name: "Train models" }).getAttribute("href")).toBe(train);
    await page.getByRole("cell", { name: "more.csv" }).waitFor();
    await page
      .getByText("Each project below names its next step; import a file to add measurements.")
      .waitFor();
    await card.getByText("Next: train models on the measurements so far.").waitFor();
    await expectAccessible(page);
    expect(made.console.complaints).toEqual([]);
  });
});
