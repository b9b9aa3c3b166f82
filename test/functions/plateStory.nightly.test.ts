import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateVariants, REFERENCE } from "#examples/variants.ts";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";

const COLUMNS = Array.from({ length: 12 }, (_, column) => String(column + 1));
const VARIANTS = generateVariants(96, 1);

/** Writes a grid of 96 wells below a title, as plate readers do. */
function gridOf(title: string, valueAt: (index: number) => string): string {
  const rows = [..."ABCDEFGH"].map(
    (letter, row) => `${letter},${COLUMNS.map((_, column) => valueAt(row * 12 + column)).join(",")}`,
  );
  return `${title}\n,${COLUMNS.join(",")}\n${rows.join("\n")}\n\n`;
}

/** Control wells in the last two rows. */
const roleOf = (index: number) => (index < 72 ? `v${index + 1}` : index % 2 === 0 ? "pos" : "neg");
const PLATE = [
  gridOf("Layout", roleOf),
  gridOf("Plate 7 450 nm", (index) =>
    index < 72 ? String(VARIANTS[index]?.activity ?? 1) : index % 2 === 0 ? "9.5" : "0.25",
  ),
].join("");
const LIBRARY = VARIANTS.map(({ sequence }, index) => `>v${index + 1}\n${sequence}\n`).join("");
const HOMOLOGS = [REFERENCE, ...VARIANTS.slice(0, 8).map(({ sequence }) => `${sequence.slice(0, -1)}-`)]
  .map((sequence, index) => `>h${index}\n${sequence}\n`)
  .join("");

describeConsole("from a plate and a library to models, in the console", (made) => {
  test("plate files are imported without edits, and the labels of the controls are shown", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/tables`);
    const importAs = async (name: string, content: string, table: string): Promise<void> => {
      await page.goto(new URL(`/w/${made.lab.name}/import`, page.url()).href);
      const buffer = Buffer.from(content);
      await page
        .getByLabel("Choose a file, or drop it here")
        .setInputFiles({ name, mimeType: "text/plain", buffer });
      await page.getByLabel("Into the table").fill(table);
      if (table === "wells") {
        await page.getByText(/Plate 7, 450 nm: positive controls have the mean 9.5 .* Z′ is/).waitFor();
        await expectAccessible(page);
      }
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page
        .getByText(`is in ${table}.`)
        .or(page.getByText(/^\d+ rows$/))
        .first()
        .waitFor();
    };
    await importAs("plate.csv", PLATE, "wells");
    await importAs("library.fasta", LIBRARY, "library");
    await importAs("family.a3m", HOMOLOGS, "family");

    await page.getByRole("link", { name: "SQL" }).click();
    await page
      .getByRole("textbox", { name: "SQL" })
      .fill("SELECT sequence, value AS activity FROM wells JOIN library ON layout = name");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Save as view" }).click();
    await page.getByLabel("Name", { exact: true }).fill("measured");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name: "Train models" }).click();
    await page.getByLabel("Related proteins").selectOption("family");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.getByRole("link", { name: "Design variants with these models" }).waitFor();
    expect(await parametersOf(page)).toMatchObject({ homologs: { kind: "TABLE", table: "family" } });
    expect(made.console.complaints).toEqual([]);
  });

  /** Returns the parameters of the task shown on a page. */
  async function parametersOf(page: Page): Promise<unknown> {
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const { parameters } = await made.lab.api.get<{ parameters: unknown }>(`/task:get?id=${id}`);
    return parameters;
  }
});
