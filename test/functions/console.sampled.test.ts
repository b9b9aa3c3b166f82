import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { bundleConsole } from "#build/console/bundleConsole.ts";
import { writeConsole } from "#build/console/writeConsole.ts";
import { byNight } from "../support/byNight.ts";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";
import { startConsoleEdge } from "../support/consoleEdge.ts";
import { sharedPlatform } from "../support/lab.ts";

const MAX_FIRST_PAGE_BYTES = 60_000;
const MAX_SQL_PAGE_BYTES = 250_000;
const MAX_OTHER_PAGE_BYTES = 120_000;
/** Size of the library that draws charts, and of a page that includes it. */
const MAX_CHART_LIBRARY_BYTES = 80_000;
const MAX_CHART_PAGE_BYTES = 220_000;
const MAX_SQL_CHART_BYTES = 270_000;
/** Size of the library that draws structures. */
const MAX_STRUCTURE_LIBRARY_BYTES = 170_000;

describe("the console's files", () => {
  test("the first page, the SQL page and every other page stay within their size limits", async () => {
    const { files, scripts } = await bundleConsole();
    const size = (paths: readonly string[]) =>
      [...new Set(paths)].reduce((sum, path) => sum + gzipSync(files.get(path)?.body ?? "").length, 0);
    const ofMain = scripts.get("console/main.tsx") ?? [];
    const pages = [...scripts].filter(([source]) => source.startsWith("console/pages/"));
    expect(pages.length).toBeGreaterThan(10);
    for (const [source, paths] of pages) {
      const most =
        {
          "console/pages/home/homePage.tsx": MAX_FIRST_PAGE_BYTES,
          "console/pages/tablesPage.tsx": MAX_FIRST_PAGE_BYTES,
          "console/pages/sql/sqlWorkbench.tsx": MAX_SQL_PAGE_BYTES,
        }[source] ?? MAX_OTHER_PAGE_BYTES;
      const needed = size([...ofMain, ...paths]);
      expect(needed, source).toBeGreaterThan(10_000);
      expect(needed, source).toBeLessThan(most);
    }
    // Charts are drawn by a library that pages load only with their first chart.
    const library = scripts.get("console/plots/draw/drawChart.ts") ?? [];
    const added = (paths: readonly string[]) => size([...paths, ...library]) - size(paths);
    expect(added(ofMain)).toBeGreaterThan(50_000);
    expect(added(ofMain)).toBeLessThan(MAX_CHART_LIBRARY_BYTES);
    for (const [source, paths] of pages) {
      const most =
        source === "console/pages/sql/sqlWorkbench.tsx" ? MAX_SQL_CHART_BYTES : MAX_CHART_PAGE_BYTES;
      expect(size([...ofMain, ...paths, ...library]), source).toBeLessThan(most);
    }
  });

  test("the library that draws structures is loaded only with a picture", async () => {
    const { files, scripts } = await bundleConsole();
    const libraries = [...files.keys()].filter((path) => path.includes("3Dmol"));
    expect(libraries).toHaveLength(1);
    const [library = ""] = libraries;
    expect(gzipSync(files.get(library)?.body ?? "").length).toBeLessThan(MAX_STRUCTURE_LIBRARY_BYTES);
    const loading = [...scripts].filter(([, paths]) => paths.includes(library));
    expect(loading).toEqual([]);
  });

  test("the page contains the product name as text", async () => {
    const { index } = await bundleConsole('Enzymes "<& Co>"');
    const html = Buffer.from(index.body).toString();
    expect(html).toContain('<meta name="application-name" content="Enzymes &quot;&lt;&amp; Co&gt;&quot;">');
    expect(html).not.toMatch(/%[A-Z_]+%/);
  });

  test("the policy allows only the console's own files", async () => {
    const { platformUrl } = sharedPlatform();
    for (const path of ["/", "/w/lab/tables", "/callback?code=x"]) {
      const page = await fetch(`${platformUrl}${path}`);
      expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-cache"]);
      const policy = page.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("font-src 'self';");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toContain("unsafe-eval");
    }
    const html = await (await fetch(platformUrl)).text();
    expect(html).toContain("<title>Lab Data Platform</title>");
    const font = await fetch(`${platformUrl}${/href="([^"]+woff2)"/.exec(html)?.[1]}`);
    expect([font.status, font.headers.get("content-type")]).toEqual([200, "font/woff2"]);
    const script = /src="([^"]+)"/.exec(html)?.[1] ?? "";
    const file = await fetch(`${platformUrl}${script}`);
    expect(file.headers.get("cache-control")).toContain("immutable");
    expect(file.headers.get("content-type")).toContain("text/javascript");
    expect((await fetch(`${platformUrl}/assets/../../package.json`)).status).toBe(404);
    expect((await fetch(`${platformUrl}/assets/none.js`)).status).toBe(404);
    expect((await fetch(`${platformUrl}/`, { method: "POST" })).status).toBe(404);
  });
});

describeConsole("the console in a browser", (made) => {
  test("a user can sign in, open a table, undo a load and read an older version", async () => {
    const page = await made.console.open("/");
    await page.getByRole("link", { name: made.lab.name }).click();
    await page.getByText("No tables yet").waitFor();
    await expectAccessible(page);
    expect(await page.title()).toBe(`${made.lab.name} · Lab Data Platform`);
    await page.getByRole("button", { name: "Load example data" }).click();
    await page.getByText("1,000 rows").waitFor();
    await page.getByRole("gridcell", { name: "0.2691" }).first().waitFor();
    await expectAccessible(page);

    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+End");
    await page.getByRole("row").filter({ hasText: "B1" }).last().waitFor();
    const active = await page.getByRole("grid").getAttribute("aria-activedescendant");
    expect(active).toMatch(/-999-6$/);

    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await page.getByRole("rowheader", { name: "import undone" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "See as of here" }).last().click();
    await page.getByText("1,000 rows").waitFor();
    expect(new URL(page.url()).searchParams.get("as_of")).toMatch(/^\d+$/);
    await page.reload();
    await page.getByText("1,000 rows").waitFor();
    expect(made.console.complaints).toEqual([]);
    // The browser stores only what this tab needs to continue the session, and no API credentials.
    const [kept, tab] = await page.evaluate<string[][]>(
      "[Object.keys(localStorage), Object.keys(sessionStorage)]",
    );
    expect([kept, tab]).toEqual([[], ["refresh-token"]]);
    expect(page.url()).not.toMatch(/token|code=|ey[JI]/);
  });

  byNight(
    "a broken file shows the service's message, and a word can be declared a missing value",
    async () => {
      const page = await made.console.open(`/w/${made.lab.name}/import`);
      await page
        .getByLabel("Cells from a spreadsheet")
        .fill("mutations\ttm\nS238A\t58.9\nK2R\tfoo\nA1V\t61\n");
      await page.getByRole("button", { name: "Use these cells" }).click();
      await page.getByLabel("Into the table").fill("plates");
      await page.getByLabel("Type of tm").selectOption("decimal number");
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText("Nothing was loaded").waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: "as missing" }).first().click();
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText("3 rows").waitFor();
    },
  );

  byNight("an invalid cell far below the first rows is reported before anything is uploaded", async () => {
    const lines = Array.from({ length: 200_000 }, (_, row) => `variant ${row},${row / 4}`);
    const buffer = Buffer.from(["name,tm", ...lines, "last,5o.1", ""].join("\n"));
    expect(buffer.length).toBeGreaterThan(3_000_000);
    const page = await made.console.open(`/w/${made.lab.name}/import`);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    const name = "melting.csv";
    await page
      .getByLabel("Choose a file, or drop it here")
      .setInputFiles({ name, mimeType: "text/csv", buffer });
    const problem = page.getByRole("row").filter({ hasText: '"5o.1" is not a number' });
    await problem.getByText("Line 200002.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "as missing" }).click();
    await page.getByText("200,001 rows checked, nothing to correct").waitFor();
    expect(sent.filter((url) => url.includes("load:"))).toEqual([]);
    expect(made.console.complaints).toEqual([]);
  });

  byNight("unreadable rows are skipped, and the import stores the complete file", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/import`);
    const rows = ["sequence,activity", "MKTAYIAK,1", "MKTAYIBK,2", "MKTAYIAR,about 3", "MKTAYIAL,4", ""];
    const file = { name: "screen.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
    await page.getByLabel("Choose a file, or drop it here").setInputFiles(file);
    await page.getByLabel("Type of activity").selectOption("decimal number");
    await page.getByRole("button", { name: "Leave these 2 rows out of the import" }).click();
    await page.getByText("2 rows will not be imported").waitFor();
    await page.getByText("✓ 2 rows will be imported").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Undo them" }).click();
    await page.getByText("Nothing can be imported yet").waitFor();
    await page.getByRole("button", { name: "Leave these 2 rows out of the import" }).click();
    await page.getByText("✓ 2 rows will be imported").waitFor();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("heading", { name: "screen" }).waitFor();
    const { items } = await made.lab.api.get<{ items: Record<string, unknown>[] }>(
      "/data/load:list?order=DESC",
    );
    const load = items.find(({ tables }) => Object.hasOwn(tables as object, "screen"));
    expect(load).toMatchObject({ rows_left_out: 2 });
    const result = await made.lab.api.query('SELECT sequence, "$line" AS line FROM screen ORDER BY 2');
    expect(result.toArray().map(({ sequence, line }) => [sequence, Number(line)])).toEqual([
      ["MKTAYIAK", 2],
      ["MKTAYIAL", 5],
    ]);
    expect(made.console.complaints).toEqual([]);

    // The console asks before it imports the same file again.
    await page.getByRole("link", { name: "Import", exact: true }).first().click();
    await page
      .getByLabel("Choose a file, or drop it here")
      .setInputFiles({ ...file, buffer: Buffer.from("sequence,activity\nMKTAYIAV,5\n") });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("heading", { name: "screen" }).waitFor();
    await page.getByRole("link", { name: "Import", exact: true }).first().click();
    await page
      .getByLabel("Choose a file, or drop it here")
      .setInputFiles({ ...file, buffer: Buffer.from("sequence,activity\nMKTAYIAV,5\n") });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("has the same content as screen.csv").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Do not import" }).click();
    await page.getByRole("button", { name: "Import", exact: true }).waitFor();
    const counted = await made.lab.api.query("SELECT count(*) AS n FROM screen");
    expect(Number(counted.toArray()[0]?.n)).toBe(3);
  });

  byNight(
    "checks every cell of a workbook as it is corrected, and reads its sequences in capitals",
    async () => {
      const page = await made.console.open(`/w/${made.lab.name}/import`);
      const rows = [
        ["sequence", "activity"],
        ["MKTAYIAK", 1],
        ["mktayiar*", 2],
        ["MKTAYIAV", "about 3"],
        ["MKTAYIAL", "<LOD"],
      ];
      const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: "screen", rows }] }));
      const file = { name: "book.xlsx", mimeType: "application/octet-stream", buffer };
      await page.getByLabel("Choose a file, or drop it here").setInputFiles(file);
      await page.getByLabel("Into the table").fill("book");
      await page.getByLabel("Type of sequence").selectOption("sequence (amino acids)");
      await page.getByLabel("Type of activity").selectOption("decimal number");
      await page.getByText("Nothing can be imported yet").waitFor();
      await page.getByText("Limits are kept if you read them as limits").waitFor();
      await expectAccessible(page);
      await page.getByText("Lower-case sequences are read in capitals").waitFor();
      await page.getByRole("button", { name: "Read “<LOD” as missing" }).click();
      await page.getByRole("button", { name: "Leave this row out of the import" }).click();
      await page.getByText("✓ 3 rows will be imported").waitFor();
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByRole("heading", { name: "book" }).waitFor();
      const result = await made.lab.api.query(
        "SELECT sequence FROM book WHERE activity IS NOT NULL ORDER BY activity",
      );
      expect(result.toArray().map(({ sequence }) => sequence)).toEqual(["MKTAYIAK", "MKTAYIAR"]);
      const { items } = await made.lab.api.get<{ items: { id: string; tables: object }[] }>(
        "/data/load:list?order=DESC",
      );
      const load = items.find(({ tables }) => Object.hasOwn(tables, "book"));
      await page.goto(new URL(`/w/${made.lab.name}/loads/${load?.id}`, page.url()).href);
      await page.getByText("1 of 4 rows has a problem and was skipped").waitFor();
      await expectAccessible(page);
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Why 1 row was skipped (CSV)" }).click(),
      ]);
      expect(await text(await saved.createReadStream())).toContain('"book.xlsx",4,"activity","about 3"');
      expect(made.console.complaints).toEqual([]);
    },
  );

  byNight("the console works on a separate origin, where its config names the platform", async () => {
    const { platformUrl, idpUrl } = sharedPlatform();
    const directory = await mkdtemp(join(tmpdir(), "console-"));
    const edge = await startConsoleEdge(await writeConsole(directory, platformUrl), {
      platformUrl,
      idpUrl,
      regionUrls: [made.lab.regionUrl],
      // Responses on this page are too small for a redirect.
      objectUrls: [],
    });
    try {
      const page = await made.console.open(`${edge.url}/w/${made.lab.name}/sql?q=SELECT+6*7`);
      await page.getByRole("gridcell", { name: "42" }).waitFor();
      expect(new URL(page.url()).origin).toBe(edge.url);
      expect(made.console.complaints).toEqual([]);
    } finally {
      await edge.close();
      await rm(directory, { recursive: true });
    }
  });
});
