import { join } from "node:path";
import { median } from "@pdp/basics/statistics";
import type { Page } from "playwright-core";
import type { BenchLab } from "../support/benchLab.ts";
import { settle, stageLoad } from "../support/benchLab.ts";
import type { Benchmark, Say } from "../support/benchmark.ts";
import type { Figure } from "../support/figure.ts";
import { inTurns } from "../support/inTurns.ts";
import { withRawDuckDb } from "../support/rawDuckDb.ts";
import { withFolder } from "../support/withCleanup.ts";
import { type ConsoleLab, memoryOf, processorTime, withConsole } from "./consoleLab.ts";

const ROWS = 1_000_000;
const RUNS = 3;
const FRAMES = 120;
const SQL = "SELECT * FROM measurements";
const COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "position", type: "INT64" },
  { name: "fitness", type: "FLOAT64" },
  { name: "stability", type: "FLOAT64" },
  { name: "binding", type: "FLOAT64" },
  { name: "variant", type: "STRING" },
  { name: "name", type: "STRING" },
];
const GENERATE = `SELECT range AS id, range % 1000 AS "position", random() AS fitness, random() AS stability,
  random() AS binding, 'A' || (range % 999) AS variant, 'construct_' || range AS name FROM range(${ROWS})`;

export const consoleGrid: Benchmark = {
  summary:
    "a million rows of 7 columns in the console's grid, compared with only reading the same stream in the browser",
  run: (say) => withConsole(loadMeasurements, (site) => measure(site, say)),
};

function loadMeasurements(lab: BenchLab): Promise<void> {
  return withFolder(async (folder) => {
    const path = join(folder, "measurements.parquet");
    await withRawDuckDb(2, (connection) =>
      connection.run(`COPY (${GENERATE}) TO '${path}' (FORMAT parquet, COMPRESSION zstd)`),
    );
    await settle(lab, "finalize", await stageLoad(lab, "measurements", COLUMNS, "PARQUET", [path]));
  });
}

async function measure(site: ConsoleLab, say: Say): Promise<Figure[]> {
  const { page, debug, platform } = site;
  await page.goto(`${platform.url}/w/bench/sql`);
  await showOne(page);
  const before = await memoryOf(debug);
  let bytes = 0;
  const [first, processor]: [number[], number[]] = [[], []];
  const times = await inTurns(RUNS, {
    bare: async () => {
      const read = await readBare(site);
      bytes = read.bytes;
      return read.milliseconds;
    },
    shown: async () => {
      const start = await processorTime(debug);
      const shown = await show(page);
      first.push(shown.first);
      processor.push((await processorTime(debug)) - start);
      return shown.all;
    },
  });
  const heldBytes = (await memoryOf(debug)) - before;
  say(`${ROWS.toLocaleString("en")} rows of 7 columns are ${(bytes / 1e6).toFixed(0)} MB of Arrow`);
  const scrolled = await scroll(site);
  await expectLastRow(page);
  return [
    figure("first rows", median(first), "ms", { of: "value", bound: "at most", limit: 500 }),
    {
      ...figure("all rows", times.shown, "ms", { of: "ratio", bound: "at most", limit: 1.5 }),
      reference: times.bare,
    },
    figure("processor time of all rows", median(processor), "ms", {
      of: "value",
      bound: "at most",
      limit: 1500,
    }),
    {
      ...figure("memory that the rows take", heldBytes / 1e6, "MB", {
        of: "ratio",
        bound: "at most",
        limit: 1.3,
      }),
      reference: bytes / 1e6,
    },
    figure("processor time of a scrolled frame", scrolled, "ms", { of: "value", bound: "at most", limit: 8 }),
  ];
}

function figure(what: string, value: number, unit: Figure["unit"], target: Figure["target"]): Figure {
  return { what, value, unit, ...(target && { target }) };
}

/** Reads the stream the way the console does, and discards it. */
function readBare({
  page,
  lab: { base, token },
}: ConsoleLab): Promise<{ milliseconds: number; bytes: number }> {
  return page.evaluate(
    `(async () => {
      const start = performance.now();
      const response = await fetch(${JSON.stringify(`${base}/data:query`)}, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: ${JSON.stringify(`Bearer ${token}`)} },
        body: JSON.stringify({ query: ${JSON.stringify(SQL)} }),
      });
      let bytes = 0;
      for await (const part of response.body) bytes += part.length;
      return { milliseconds: performance.now() - start, bytes };
    })()`,
  );
}

/** Shows another result first, so that rows of an earlier result are not mistaken for rows of the next one. */
async function showOne(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "SQL" }).fill("SELECT 1 AS one");
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.getByRole("gridcell", { name: "1", exact: true }).first().waitFor();
}

/** Runs the query on the SQL page. Returns the time to the first rows and the time to all rows. */
async function show(page: Page): Promise<{ first: number; all: number }> {
  await showOne(page);
  await page.getByRole("textbox", { name: "SQL" }).fill(SQL);
  return page.evaluate(
    `new Promise((resolve) => {
      const start = performance.now();
      let first = null;
      const look = () => {
        const grid = document.querySelector("[role=grid]");
        const text = document.querySelector(".status-bar")?.textContent ?? "";
        const isNew = grid?.getAttribute("aria-colcount") === "7" || grid?.querySelectorAll("[role=columnheader]").length >= 7;
        if (first === null && isNew && grid.querySelector("[role=gridcell]")) first = performance.now() - start;
        if (text.startsWith("1,000,000 rows") && !text.includes("arriving")) resolve({ first, all: performance.now() - start });
        else requestAnimationFrame(look);
      };
      [...document.querySelectorAll("button")].find((button) => button.textContent.startsWith("Run")).click();
      requestAnimationFrame(look);
    })`,
  );
}

/** Scrolls the grid by 14 rows per frame. Returns the CPU time per frame. */
async function scroll({ page, debug }: ConsoleLab): Promise<number> {
  const start = await processorTime(debug);
  await page.evaluate(
    `new Promise((done) => {
      const grid = document.querySelector("[role=grid]");
      const scroller = [grid, ...grid.querySelectorAll("*")].find((part) => part.scrollHeight > part.clientHeight + 1000) ?? grid.parentElement;
      let left = ${FRAMES};
      const next = () => {
        if (left-- === 0) return done();
        scroller.scrollTop += 400;
        requestAnimationFrame(next);
      };
      next();
    })`,
  );
  return ((await processorTime(debug)) - start) / FRAMES;
}

async function expectLastRow(page: Page): Promise<void> {
  await page.getByRole("grid").focus();
  await page.keyboard.press("Control+End");
  const active = await page.getByRole("grid").getAttribute("aria-activedescendant");
  if (!active?.includes(`-${ROWS - 1}-`))
    throw new Error(`Ctrl+End moved to ${active} instead of the last row.`);
}
