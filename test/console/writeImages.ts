import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { generateVariants, toCsv } from "#examples/variants.ts";
import { startPlatform } from "#local/startPlatform.ts";
import { openPlainBrowser } from "../support/browser.ts";
import type { MadePages } from "./pageList.ts";
import { picturePages } from "./picturePages.ts";
import { doseCsv, libraryCsv } from "./pictureTables.ts";

/**
 * Writes the screenshots in `docs/images` from a separate platform: `npm run images`. They show the example data, a training run
 * on it, and 48 designed variants, followed by every page at both widths and in both color schemes.
 */
const FOLDER = resolve(import.meta.dirname, "../../docs/images");
const STRUCTURE = resolve(
  import.meta.dirname,
  "../shared/science/inverseFolding/structures/two-chains-4gyt.pdb.gz",
);
const VIEWPORT = { width: 1440, height: 900 };
const REPORT_VIEWPORT = { width: 1000, height: 1400 };

const dataDirectory = await mkdtemp(join(tmpdir(), "images-"));
const platform = await startPlatform({ port: 0, dataDirectory });
const browser = await openPlainBrowser();
try {
  await mkdir(FOLDER, { recursive: true });
  const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage();
  // A training run takes minutes on a busy machine.
  page.setDefaultTimeout(900_000);
  await enter(page);
  await pictureData(page);
  const made = await pictureTasks(page);
  await importTable(page, "library", libraryCsv());
  await importTable(page, "inhibition", doseCsv());
  await picturePages(browser, page, `${platform.url}/w/lab`, made, [
    [
      "epistasis",
      "tables/library?tab=chart&chart=epistasis",
      "Epistasis: expected from single mutants, and measured",
    ],
    ["dose", "tables/inhibition?tab=chart&chart=dose", "Dose–response curves, with the EC50 of each variant"],
  ]);
} finally {
  await browser.close();
  await platform.close();
  await rm(dataDirectory, { recursive: true, force: true });
}

async function enter(page: Page): Promise<void> {
  await page.goto(platform.url);
  await page.getByLabel("Email").fill("staff@example.org");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Create" }).click();
}

async function pictureData(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Load example data" }).click();
  await page.getByText("1,000 rows").waitFor();
  await page.locator(".grid-summary").waitFor();
  await picture(page, "console-table");
  await page.getByRole("link", { name: "Heatmap" }).click();
  await page.getByRole("application").waitFor();
  await picture(page, "console-heatmap");

  await page.getByRole("link", { name: "Import" }).first().click();
  const [first, ...others] = generateVariants(40, 2);
  const text = toCsv(first ? [{ ...first, activity: 9.9999 }, ...others] : []).replace(",9.9999,", ",<LOD,");
  const file = { name: "plate-2.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel("Choose a file, or drop it here").setInputFiles(file);
  await page.getByLabel("Into the table").fill("variants");
  await picture(page, "console-import");
  // The console keeps the chosen file for the next visit of the page.
  await page.getByRole("button", { name: "Another file" }).click();

  await page.getByRole("link", { name: "SQL" }).click();
  const query =
    "SELECT mutations, activity, thermostability\nFROM variants\nWHERE activity > 1.1\nORDER BY activity DESC";
  await page.getByRole("textbox", { name: "SQL" }).fill(query);
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.getByRole("gridcell").first().waitFor();
  await picture(page, "console-sql");
}

/** Trains models, designs variants and predicts all single substitutions. */
async function pictureTasks(page: Page): Promise<MadePages> {
  await page.getByRole("link", { name: "Train models" }).click();
  await page.getByRole("button", { name: "Train", exact: true }).click();
  const design = page.getByRole("link", { name: "Design variants with these models" });
  await design.waitFor();
  await pictureReport(page, "training-report");
  await picture(page, "console-training");
  const training = pathOf(page);
  await design.click();
  await page.getByRole("button", { name: "Design", exact: true }).click();
  const plate = page.getByRole("link", { name: "Designs and order list" });
  await plate.waitFor();
  await pictureReport(page, "designs-report");
  const best = page.getByRole("region", { name: "Alignment of the designs" }).getByRole("link").first();
  const variant = ((await best.getAttribute("href")) ?? "").split("/").slice(3).join("/");
  const task = pathOf(page);
  await plate.click();
  await page.getByText("Plate 1 of 1").waitFor();
  await picture(page, "console-designs");
  const designs = pathOf(page);
  await page.getByRole("button", { name: "Store, for DNA and primers" }).click();
  await page.getByRole("button", { name: "Write DNA" }).click();
  await page.getByText("translated back").waitFor();
  const order = pathOf(page);
  await page.getByRole("link", { name: "Predict variants" }).click();
  await page.getByRole("button", { name: "Predict", exact: true }).click();
  await page.getByRole("link", { name: "See the predictions" }).click();
  await page.getByRole("application").first().waitFor();
  const predictions = pathOf(page);
  const load = await firstLink(page, "tables", "loads/");
  const project = await firstLink(page, "projects", "projects/");
  const structure = await pictureStructure(page);
  const compare = `compare?models=${training.split("/").at(-1)}`;
  return { training, design: task, designs, predictions, variant, compare, project, load, structure, order };
}

/** Adds a structure, and scores its substitutions. */
async function pictureStructure(page: Page): Promise<string> {
  await page.goto(`${platform.url}/w/lab/first-plate`);
  const buffer = await readFile(STRUCTURE);
  const file = { name: "4gyt.pdb.gz", mimeType: "application/gzip", buffer };
  await page.getByLabel("Add a structure").setInputFiles(file);
  await page.getByRole("button", { name: "Use the sequence of the structure" }).click();
  await page.getByText("It will score all").waitFor();
  await page.getByRole("button", { name: "Train", exact: true }).click();
  await page.getByRole("link", { name: "Design the first plate" }).waitFor();
  return firstLink(page, "structures", "structures/");
}

/** Returns the path of the first link on a page that leads to a path with the given beginning. */
async function firstLink(page: Page, from: string, beginning: string): Promise<string> {
  await page.goto(`${platform.url}/w/lab/${from}`);
  const link = page.locator(`a[href^="/w/lab/${beginning}"]`).first();
  return ((await link.getAttribute("href")) ?? "").split("/").slice(3).join("/");
}

async function importTable(page: Page, name: string, csv: string): Promise<void> {
  await page.getByRole("link", { name: "Import" }).first().click();
  const file = { name: `${name}.csv`, mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("Choose a file, or drop it here").setInputFiles(file);
  await page.getByLabel("Into the table").fill(name);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

function pathOf(page: Page): string {
  return new URL(page.url()).pathname.split("/").slice(3).join("/");
}

/** Takes a screenshot of a task's report as a separate page. */
async function pictureReport(page: Page, name: string): Promise<void> {
  await page.getByText("Full report: methods and tables").click();
  await page.frameLocator("iframe[title=Report]").getByRole("heading").first().waitFor();
  const frame = await (await page.locator("iframe[title=Report]").elementHandle())?.contentFrame();
  const own = await page.context().newPage();
  await own.setViewportSize(REPORT_VIEWPORT);
  await own.setContent((await frame?.content()) ?? "");
  await own.screenshot({ path: join(FOLDER, `${name}.png`) });
  await own.close();
  console.log(`docs/images/${name}.png`);
}

async function picture(page: Page, name: string): Promise<void> {
  // Toasts would hide parts of the page.
  for (const notice of await page.getByRole("button", { name: "Dismiss" }).all()) await notice.click();
  await page.mouse.move(0, 0);
  await page.evaluate("scrollTo(0, 0)");
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  console.log(`docs/images/${name}.png`);
}
