import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { byNight } from "#test/support/byNight.ts";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";
import { startCsvLoad } from "../support/lab.ts";

const COLUMNS = [
  { name: "variant", type: "STRING" },
  { name: "sequence", type: "STRING" },
  { name: "activity", type: "FLOAT64" },
  { name: "tm", type: "FLOAT64" },
  { name: "plate", type: "STRING" },
];
const ROWS = ["wt,MKTAY,1,50,P1", "K2A,MATAY,2,40,P1", "T3G,MKGAY,3,60,P2", "A4C,MKTCY,,55,P2"];

/** Returns a page script that reads the boxes of some elements. */
function boxesOf(selector: string): string {
  return `[...document.querySelectorAll("${selector}")].map((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return { text: part.textContent, left, top, right, bottom };
  })`;
}

interface TextBox {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

describeConsole("charts of rows", (made) => {
  beforeAll(async () => {
    const csv = `variant,sequence,activity,tm,plate\n${ROWS.join("\n")}\n`;
    await made.lab.api.settled(await startCsvLoad(made.lab, "screen", COLUMNS, csv));
  });

  /** Drags over part of the chart, from its upper left to its lower right. */
  async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
    const box = await page.getByRole("application").boundingBox();
    const at = ([x, y]: readonly [number, number]) =>
      [(box?.x ?? 0) + x * (box?.width ?? 0), (box?.y ?? 0) + y * (box?.height ?? 0)] as const;
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
    await page.mouse.move(...at(to));
    await page.mouse.up();
  }

  /** Saves the chart and returns the file. */
  async function save(page: Page, format: "PNG" | "SVG", table = "screen"): Promise<Buffer> {
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: format, exact: true }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`Chart of ${table}.${format.toLowerCase()}`);
    return readFile(await saved.path());
  }

  byNight(
    "a chart of a table names points, shows other kinds, and turns a selection into filters",
    async () => {
      const page = await made.console.open(`/w/${made.lab.name}/tables/screen?tab=chart`);
      await page.getByText("3 points: activity from 1 to 3, tm from 40 to 60.").waitFor();
      await page.getByText("1 row has a missing value and is not shown.").waitFor();
      const chart = page.getByRole("application", { name: "Chart of screen" });
      await chart.focus();
      await page.keyboard.press("End");
      await page.getByText("T3G: activity 3; tm 60 (click opens it)").waitFor();
      await expectAccessible(page);
      await page.getByText("Values as a table").click();
      expect(await page.getByRole("link", { name: "K2A" }).getAttribute("href")).toBe(
        `/w/${made.lab.name}/variant?sequence=MATAY`,
      );
      await page.getByLabel("Color").selectOption("plate");
      await page.locator(".chart-legend-swatches").getByText("P2").waitFor();
      // The saved picture contains its title and legend, and does not depend on the styles of the page.
      const svg = (await save(page, "SVG")).toString();
      expect(svg).toMatch(/^<svg [^>]*>.*Chart of screen.*tm.*P2<\/text>.*<\/svg>$/s);
      expect(svg).not.toMatch(/var\(|<style|currentColor/);
      const png = await save(page, "PNG");
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect(png.readUInt32BE(20)).toBe(3 * Number(/^<svg [^>]*height="(\d+)"/.exec(svg)?.[1]));
      await page.getByLabel("Line").selectOption("best in both");
      await page.getByText("No other point is higher in both values than 1 point: T3G.").waitFor();
      await expectAccessible(page);

      await page.getByLabel("Chart", { exact: true }).selectOption("boxes by group");
      await page.getByText("Medians of activity are between 1.5 (P1) and 3 (P2).").waitFor();
      await page.getByLabel("Chart", { exact: true }).selectOption("histogram");
      await page.getByText("3 values of activity from 1 to 3").waitFor();
      // Selects the right half of the axis.
      await drag(page, [0.6, 0.2], [0.99, 0.6]);
      await page.getByRole("link", { name: "Show the selected rows" }).click();
      await page.getByText("1 row of 4").waitFor();
      expect(await page.getByRole("gridcell").allTextContents()).toEqual(["T3G", "MKGAY", "3", "60", "P2"]);
      expect(made.console.complaints).toEqual([]);
    },
  );

  byNight("a saved chart shows long numbers, long names and a legend of several lines in full", async () => {
    const batches = ["P", "Q", "R", "S", "T"].map((letter) => `${letter} measured on a day with a long name`);
    const wrapped = `U ${"measured again after a failed run ".repeat(4).trim()}`;
    const rows = [...batches, wrapped].map(
      (batch, at) => `V${at},${1.5e-7 * (at + 1)},${123_456_789 * (at + 1)},${batch}`,
    );
    const columns = COLUMNS.filter(({ name }) => name !== "sequence");
    const csv = `variant,activity,tm,plate\n${rows.join("\n")}\n`;
    await made.lab.api.settled(await startCsvLoad(made.lab, "wide", columns, csv));
    const page = await made.console.open(`/w/${made.lab.name}/tables/wide?tab=chart`, {
      viewport: { width: 800, height: 900 },
    });
    await page.getByLabel("Color").selectOption("plate");
    const legend = page.locator(".chart-legend-swatches");
    await legend.getByText(wrapped).waitFor();
    const svg = (await save(page, "SVG", "wide")).toString();

    const saved = await page.context().newPage();
    await saved.setContent(svg);
    const [whole, ...texts] = await saved.evaluate<TextBox[]>(boxesOf("body > svg, text"));
    if (!whole) throw new Error("The file contains no picture.");
    const cut = texts.filter(
      ({ left, top, right, bottom }) =>
        left < whole.left || top < whole.top || right > whole.right || bottom > whole.bottom,
    );
    expect(cut).toEqual([]);
    expect(texts.filter(({ text }) => text === "600,000,000")).toHaveLength(1);
    // A nested picture is clipped unless it says otherwise.
    expect(svg).toMatch(/<svg [^>]*class="chart-plot"[^>]* overflow="visible"/);

    // Every name is where it is on the page, relative to the first one.
    const entries = (await page.evaluate<TextBox[]>(boxesOf(".chart-legend-swatch"))).slice(
      0,
      batches.length,
    );
    const names = batches.map((batch) => texts.find(({ text }) => text === batch));
    const placeIn = (boxes: readonly (TextBox | undefined)[]) =>
      boxes.map((box) => [
        Math.round((box?.right ?? 0) - (boxes[0]?.right ?? 0)),
        Math.round((box?.bottom ?? 0) - (boxes[0]?.bottom ?? 0)),
      ]);
    expect(placeIn(names)).toEqual(placeIn(entries));
    expect(new Set(placeIn(entries).map(([, below]) => below)).size).toBeGreaterThan(1);
    // A name that is longer than the chart has several lines, like on the page.
    const lines = texts.slice(texts.findIndex(({ text }) => text.startsWith("U ")));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map(({ text }) => text).join(" ")).toBe(wrapped);
    expect(made.console.complaints).toEqual([]);
  });

  test("clicking a point shows everything known about the variant", async () => {
    const { api, projectId } = made.lab;
    const wild = { name: "wild-type", monomer: "MKTAY", first_position: 24 };
    await api.post(`/project:setReferences?id=${projectId}`, { references: [wild] });
    const [sequence, tm] = [COLUMNS[1], COLUMNS[3]].flatMap((column) => column ?? []);
    const repeats = "sequence,tm\nMKGAY,58\nMKGAY,62\n";
    await api.settled(await startCsvLoad(made.lab, "repeats", [sequence, tm] as typeof COLUMNS, repeats));
    const page = await made.console.open(`/w/${made.lab.name}/tables/screen?tab=chart`);
    await page.getByRole("application").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "T26G" }).waitFor();
    await page.getByText("5 residues. 1 mutation against wild-type: T26G.").waitFor();
    const lines = page.getByRole("region", { name: "Measurements" }).getByRole("row");
    await expect
      .poll(() =>
        lines.allInnerTexts().then((texts) => texts.map((text) => text.split(/\s+/).join(" ").trim())),
      )
      .toEqual([
        "Measured Table Mean ± sd Rows Values",
        "activity screen 3 1 3",
        "tm screen 60 1 60",
        "tm repeats 60.0 ± 2.8 2 58, 62",
      ]);
    // Evidence that the variant may be good: its mutation, and similar variants.
    await page.getByText("activity in screen; wild-type has 1").waitFor();
    await page.getByRole("row", { name: "T26G 3 0 – measured alone" }).waitFor();
    const near = page.getByRole("region", { name: "Nearest measured variants" }).getByRole("row");
    expect((await near.allInnerTexts()).slice(1).map((text) => text.split(/\s+/))).toEqual([
      ["wild-type", "1", "1"],
      ["K25A", "2", "2"],
    ]);
    await page.getByText("No task has predicted this variant.").waitFor();
    expect(await page.locator("mark").allTextContents()).toEqual(["G"]);
    await expectAccessible(page);
    expect(made.console.complaints).toEqual([]);
  });

  byNight(
    "dose data shows a curve and an EC50 for each variant, and multi-mutants show their epistasis",
    async () => {
      const doses = [0.01, 0.1, 1, 10, 100, 1000];
      const columns = ["variant", "dose_um", "activity"].map((name, at) => ({
        name,
        type: at === 0 ? "STRING" : "FLOAT64",
      }));
      // Two responses at each dose; those of K2A do not depend on it.
      const responses = doses.flatMap((dose) =>
        [1, 2].flatMap((repeat) => [
          `wt,${dose},${(100 / (1 + dose) + repeat).toFixed(2)}`,
          `K2A,${dose},${6 + repeat}`,
        ]),
      );
      const text = `variant,dose_um,activity\n${responses.join("\n")}\n`;
      await made.lab.api.settled(await startCsvLoad(made.lab, "doses", columns, text));
      const page = await made.console.open(`/w/${made.lab.name}/tables/doses?tab=chart&chart=dose`);
      await page.getByText("2 variants; the EC50 of 1 is determined.").waitFor();
      const figures = page.getByRole("region", { name: "EC50 of each variant" }).getByRole("row");
      const [, first, second] = await figures.allInnerTexts();
      expect(first).toMatch(/^wt\s+1(\.\d+)? \(/);
      expect(second).toMatch(/^K2A\s+no significant response/);
      await expect.poll(() => page.locator(".dose-panels svg").count()).toBe(2);
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download EC50 values (CSV)" }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe("activity-ec50.csv");
      const lines = (await readFile(await saved.path(), "utf8")).split("\n");
      expect(lines[1]).toMatch(/^wt,,1(\.\d+)?,0\.\d+,1(\.\d+)?,determined,/);
      expect(lines[2]).toBe("K2A,,,,,no significant response,,,,12");
      await expectAccessible(page);

      const own = COLUMNS.slice(0, 3);
      const library = "variant,sequence,activity\nwt,MKTAY,1\nK2A,MATAY,2\nT3G,MKGAY,4\nK2A T3G,MAGAY,3\n";
      await made.lab.api.settled(await startCsvLoad(made.lab, "library", own, library));
      await page.goto(
        new URL(`/w/${made.lab.name}/tables/library?tab=chart&chart=epistasis`, page.url()).href,
      );
      await page.getByText("1 of 1 variant with several mutations has all of them measured alone.").waitFor();
      await page.getByText("K2A T3G (measured 3, expected 5)").waitFor();
      await page.getByLabel("Mutations", { exact: true }).selectOption("ratios multiply");
      await page.getByText("K2A T3G (measured 3, expected 8)").waitFor();
      await expectAccessible(page);
      await page.getByRole("application").focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "K25A T26G" }).waitFor();
      expect(made.console.complaints).toEqual([]);
    },
  );

  byNight("a chart of a query's result turns a selection into a query of those rows", async () => {
    const sql = "SELECT n, n * n AS square FROM UNNEST(sequence(1, 9)) AS t(n) ORDER BY n;";
    const query = new URLSearchParams({ q: sql, view: "chart" });
    const page = await made.console.open(`/w/${made.lab.name}/sql?${query}`);
    await page.getByText("9 points: n from 1 to 9, square from 1 to 81. Rank correlation 1.00.").waitFor();
    await expectAccessible(page);
    await drag(page, [0.2, 0.5], [0.99, 0.9]);
    await page.getByRole("link", { name: "Show the selected rows" }).click();
    await page.getByRole("gridcell").first().waitFor();
    const cells = async () => (await page.getByRole("gridcell").allTextContents()).map(Number);
    await expect.poll(cells).toEqual([3, 9, 4, 16, 5, 25, 6, 36]);
    await page.getByRole("link", { name: "Chart" }).click();
    await page.getByText("4 points: n from 3 to 6").waitFor();
    expect(made.console.complaints).toEqual([]);
  });
});
