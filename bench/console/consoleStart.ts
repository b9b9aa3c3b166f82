import { median } from "@pdp/basics/statistics";
import { loadCsv } from "../support/benchLab.ts";
import type { Benchmark } from "../support/benchmark.ts";
import type { Figure } from "../support/figure.ts";
import { inTurns } from "../support/inTurns.ts";
import { withPlatformProcess } from "../support/platformProcess.ts";
import { type ConsoleLab, withConsole } from "./consoleLab.ts";

const RUNS = 5;
const ROWS = 1_000;

export const consoleStart: Benchmark = {
  summary: "time from the platform's start to the first page of the console, and loading times of a page",
  run: async () => [
    await firstPage(),
    ...(await withConsole(
      async (lab) => {
        const lines = Array.from({ length: ROWS }, (_, row) => `variant ${row},${Math.sin(row)}`);
        const columns = [
          { name: "name", type: "STRING" },
          { name: "activity", type: "FLOAT64" },
        ];
        await loadCsv(lab, "variants", columns, ["name,activity", ...lines, ""].join("\n"));
      },
      (site) => paints(site),
    )),
  ],
};

/** Measures the time from process start until the console page and its script are served, and the time until `ready`. */
async function firstPage(): Promise<Figure> {
  const ready: number[] = [];
  const { page } = await inTurns(RUNS, {
    page: () =>
      withPlatformProcess(async ({ url, startTime }) => {
        ready.push(startTime);
        const start = performance.now();
        const html = await (await fetch(url)).text();
        await (await fetch(`${url}${/src="([^"]+)"/.exec(html)?.[1]}`)).arrayBuffer();
        return startTime + performance.now() - start;
      }),
  });
  return {
    what: "start → first page of the console",
    value: page,
    unit: "ms",
    reference: median(ready),
    target: { of: "difference", bound: "at most", limit: 500 },
  };
}

/** Measures the time from the start of navigation to a table's page until the first paint, and until the rows are shown. */
async function paints({ page, platform }: ConsoleLab): Promise<Figure[]> {
  const firstPaints: number[] = [];
  const { rows } = await inTurns(RUNS, {
    rows: async () => {
      await page.goto(`${platform.url}/w/bench/tables/variants`);
      await page.getByRole("gridcell", { name: "variant 0", exact: true }).waitFor();
      const [now, paint] = await page.evaluate<[number, number]>(
        "[performance.now(), performance.getEntriesByName('first-contentful-paint')[0].startTime]",
      );
      firstPaints.push(paint);
      return now;
    },
  });
  return [
    {
      what: "first paint of a table's page",
      value: median(firstPaints),
      unit: "ms",
      target: { of: "value", bound: "at most", limit: 500 },
    },
    {
      what: "rows of a table's page",
      value: rows,
      unit: "ms",
      target: { of: "value", bound: "at most", limit: 1000 },
    },
  ];
}
