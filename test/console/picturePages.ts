import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type MadePages, PAGE_LIST, pathOfPage } from "./pageList.ts";

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Height of every picture on a sheet, in pixels. */
const SHEET_HEIGHT_PX = 560;
const GAP_PX = 16;
const FOLDER = resolve(import.meta.dirname, "../../docs/images/pages");
const LIST = resolve(import.meta.dirname, "../../docs/pages.md");

/**
 * Writes a sheet for each page with pictures at both widths and in both color schemes, and writes `docs/pages.md`, which shows
 * them. `extra` contains charts of tables that only the pictures have.
 */
export async function picturePages(
  browser: Browser,
  page: Page,
  workspaceUrl: string,
  made: MadePages,
  extra: readonly [name: string, path: string, words: string][],
): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const sheet = await (await browser.newContext()).newPage();
  const shown: [name: string, words: string][] = [];
  const listed = PAGE_LIST.map((one) => [one.name, pathOfPage(one, made), one.words] as const);
  for (const [name, path, words] of [...listed, ...extra]) {
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
