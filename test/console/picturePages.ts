import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";

/** Pages of a workspace with the example data: picture name, path below the workspace, and purpose of the page. */
const PAGES: readonly [name: string, path: string, words: string][] = [
  ["home", "", "Home page of a workspace: projects, tasks and imports"],
  ["tables", "tables", "Tables: measurements, their views and the latest imports"],
  ["rows", "tables/variants", "Rows of a table, with a histogram of each column"],
  ["row", "tables/variants?row=8&pin=mutations", "One row with its full sequence, and a pinned column"],
  ["heatmap", "tables/variants?tab=heatmap", "Effect of each substitution"],
  ["chart", "tables/variants?tab=chart", "Chart of a table: every point is a variant"],
  ["history", "tables/variants?tab=history", "History of a table, with Undo"],
  ["columns", "tables/variants?tab=columns", "Columns of a table, and its settings"],
  ["search", "search?q=V40K", "Search for a variant in all tables"],
  [
    "sql",
    "sql?q=SELECT+mutations,+activity+FROM+variants+ORDER+BY+2+DESC",
    "SQL editor with the list of tables",
  ],
  ["import", "import", "Import: a file, cells from a spreadsheet, or example data"],
  ["analyze", "analyze", "Analysis of a table"],
  ["train", "train", "Training of models"],
  ["design", "design", "Design of variants"],
  ["predict", "predict", "Prediction of variants"],
  ["tasks", "tasks", "Tasks and their states"],
  ["models", "models", "Models, with their data version and quality"],
  ["projects", "projects", "Projects"],
  ["settings", "settings", "Settings: members, and how programs connect to the workspace"],
];

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Height of every picture on a sheet, in pixels. */
const SHEET_HEIGHT_PX = 560;
const GAP_PX = 16;
const FOLDER = resolve(import.meta.dirname, "../../docs/images/pages");
const LIST = resolve(import.meta.dirname, "../../docs/pages.md");

/**
 * Writes a sheet for each page with pictures at both widths and in both color schemes, and writes `docs/pages.md`, which shows
 * them. `further` contains pages with paths that depend on what was created earlier, in the same form as `PAGES`.
 */
export async function picturePages(
  browser: Browser,
  page: Page,
  workspaceUrl: string,
  further: readonly [name: string, path: string, words: string][],
): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const sheet = await (await browser.newContext()).newPage();
  const shown: [name: string, words: string][] = [];
  for (const [name, path, words] of [...PAGES, ...further]) {
    await writeFile(
      join(FOLDER, `${name}.jpg`),
      await sheetOf(page, sheet, path === "" ? workspaceUrl : `${workspaceUrl}/${path}`),
    );
    shown.push([name, words]);
    console.log(`docs/images/pages/${name}.jpg`);
  }
  const entries = shown.map(([name, words]) => `## ${words}\n\n![${words}](images/pages/${name}.jpg)\n`);
  await writeFile(LIST, `${HEAD}\n${entries.join("\n")}`);
  await page.setViewportSize(DESKTOP);
}

const HEAD = `# Pages of the console

Every page on a desktop (1440 px) and a phone (390 px), in the light and dark color schemes. \`npm run images\` takes the screenshots.
`;

async function sheetOf(page: Page, sheet: Page, url: string): Promise<Buffer> {
  const images: string[] = [];
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await page.goto(url);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      images.push((await page.screenshot()).toString("base64"));
    }
    await page.emulateMedia({ colorScheme: "light" });
  }
  const width = images.length * GAP_PX + 2 * SHEET_HEIGHT_PX * (1440 / 900 + 390 / 844);
  await sheet.setViewportSize({ width: Math.ceil(width + GAP_PX), height: SHEET_HEIGHT_PX + 2 * GAP_PX });
  const pictures = images.map(
    (data) => `<img src="data:image/png;base64,${data}" height="${SHEET_HEIGHT_PX}" alt="">`,
  );
  await sheet.setContent(
    `<body style="margin:0;padding:${GAP_PX}px;display:flex;gap:${GAP_PX}px;background:#85858f">${pictures.join("")}`,
  );
  return await sheet.screenshot({ type: "jpeg", quality: 72 });
}
