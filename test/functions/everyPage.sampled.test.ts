import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unopenedRoutes } from "../console/consoleRoutes.ts";
import { hasBrowser } from "../support/browser.ts";
import { isNightly, sampled } from "../support/byNight.ts";
import { type ConsoleBrowser, expectAccessible, openConsoleBrowser } from "../support/consoleBrowser.ts";
import {
  type Designed,
  type DesignLab,
  designLab,
  generator,
  runDesignTask,
  runTask,
  score,
} from "../support/designLab.ts";
import { type Lab, sharedPlatform, startCsvLoad } from "../support/lab.ts";
import { REFERENCE } from "../support/taskLab.ts";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Window sizes and color schemes in which pages are checked. Other tests open most pages in a wide, light window. */
const STATES = sampled(
  ["1440 px, light", "1440 px, dark", "390 px, light", "390 px, dark"],
  ["390 px, dark"],
);

/** Script that returns paragraphs that lay out the parts of a sentence as separate boxes. */
const BROKEN_SENTENCES = `[...document.querySelectorAll("p")]
  .filter((one) => /grid|flex/.test(getComputedStyle(one).display) && one.childElementCount > 0)
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ""))
  .map((one) => one.textContent)`;

/** Pages that have every kind of part: their accessibility is checked by day, that of all pages by night. */
const CHECKED =
  /^$|^projects\/|^tables$|row=3$|heatmap$|plate$|^import$|^tasks\/|^design$|^designs|^orders|^settings$|^activity$|^sql/;

function isChecked(path: string): boolean {
  return isNightly || CHECKED.test(path);
}

const STRUCTURE = new URL(
  "../shared/science/inverseFolding/structures/dna-zinc-1bc8.pdb.gz",
  import.meta.url,
);
const PLATE_COLUMNS = [
  { name: "variant", type: "STRING" },
  { name: "well", type: "STRING" },
  { name: "layout", type: "STRING" },
  { name: "dose", type: "FLOAT64" },
  { name: "activity", type: "FLOAT64" },
];
const PLATE = [
  "wt,A1,pos,0.1,1",
  "wt,A2,pos,1,1.1",
  "none,B1,neg,0.1,0.1",
  "none,B2,neg,1,0.12",
  ...[0.1, 0.3, 1, 3, 10, 30, 100].map((dose, at) => `K2A,A${at + 3},,${dose},${1 / (1 + dose)}`),
];

describe.skipIf(!hasBrowser)("every page of the console (needs a browser: Linux on x64)", () => {
  let console: ConsoleBrowser;
  let page: Page;
  let home = "";
  let paths: string[] = [];

  beforeAll(async () => {
    const models = await designLab(sharedPlatform());
    const { lab } = models;
    const { api, projectId } = lab;
    const load = await startCsvLoad(
      lab,
      "plate",
      PLATE_COLUMNS,
      `variant,well,layout,dose,activity\n${PLATE.join("\n")}\n`,
    );
    await api.settled(load);
    const tasks = await tasksOf(models);
    const structure = await structureOf(lab);
    const order = await orderOf(lab);
    paths = pathsOf({ ...tasks, project: projectId, load, structure, order });
    expect(unopenedRoutes(paths)).toEqual([]);
    console = await openConsoleBrowser(lab);
    home = `/w/${lab.name}`;
    page = await console.open(home);
    await page.getByRole("heading", { level: 1 }).waitFor();
  });
  afterAll(() => console?.close());

  test("every page is accessible at both widths and in both color schemes, and no wider than the window", async () => {
    for (const path of paths) {
      await page.setViewportSize(WIDE);
      await page.goto(new URL(path.startsWith("/") ? path : `${home}/${path}`, page.url()).href);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      for (const state of STATES) {
        const size = state.startsWith("390") ? PHONE : WIDE;
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: state.endsWith("dark") ? "dark" : "light" });
        if (isChecked(path)) await expectAccessible(page);
        expect(await page.evaluate(BROKEN_SENTENCES), `${path}, ${state}`).toEqual([]);
        const width = await page.evaluate("document.documentElement.scrollWidth");
        expect(width, `${path}, ${state}`).toBeLessThanOrEqual(size.width);
      }
    }
    expect(console.complaints).toEqual([]);
  });
});

/** Runs a task of each type that has a dedicated page, and returns the task IDs. */
async function tasksOf(models: DesignLab) {
  const { lab, scorer } = models;
  const { task: design } = await runDesignTask(models, "engineer/v2", {
    generator: generator(models),
    ranker: score(models),
    num_assemblies: 12,
    seed: 1,
  });
  const prediction = await runTask<Designed>(lab, "predict/v1", { scorer, template: { monomer: REFERENCE } });
  const { items } = await lab.api.get<{ items: { id: string; type: string }[] }>("/task:list");
  const training = items.find(({ type }) => type === "train/v2")?.id ?? "";
  return { training, design: design.id, prediction: prediction.id };
}

/** Adds a structure, and returns its ID. */
async function structureOf({ api, projectId }: Lab): Promise<string> {
  const context = { kind: "PROJECT", project_id: projectId };
  const body = { type: "protein.structure/v1", context, name: "dna-zinc-1bc8" };
  const { id, upload_url: url } = await api.post<{ id: string; upload_url: string }>(
    "/data/artifact:create",
    body,
  );
  await fetch(url, { method: "PUT", body: new Uint8Array(readFileSync(STRUCTURE)) });
  return id;
}

/** Stores an order, and returns its ID. */
async function orderOf({ api, projectId }: Lab): Promise<string> {
  const designs = { kind: "LITERAL", rows: [{ sequence: REFERENCE, parent: REFERENCE }] };
  const body = { project_id: projectId, name: "plate", designs, plates: [{ format: 96 }] };
  return (await api.post<{ id: string }>("/project/order:create", body)).id;
}

interface Made {
  project: string;
  order: string;
  load: string;
  structure: string;
  training: string;
  design: string;
  prediction: string;
}

/** Paths below the workspace; a leading slash marks paths outside it. */
function pathsOf({ project, order, load, structure, training, design, prediction }: Made): string[] {
  // A double mutant: the prediction task predicts each of its mutations alone.
  const variant = `AA${REFERENCE.slice(2)}`;
  return [
    "/",
    "",
    "projects",
    `projects/${project}`,
    "tables",
    "tables/variants?row=3",
    "tables/variants?tab=chart",
    "tables/variants?tab=heatmap",
    "tables/variants?tab=history",
    "tables/variants?tab=columns",
    "tables/plate?tab=chart&chart=plate",
    "tables/variants?tab=chart&chart=epistasis",
    "tables/plate?tab=chart&chart=dose",
    "search?q=M1A",
    "sql?q=SELECT+*+FROM+variants&view=chart",
    "structures",
    `structures/${structure}`,
    "first-plate",
    "import",
    `loads/${load}`,
    "activity",
    "tasks",
    `tasks/${training}`,
    `tasks/${design}`,
    `tasks/${prediction}`,
    "models",
    "analyze",
    "train",
    "design",
    "predict",
    `predictions/${prediction}`,
    `designs/${design}`,
    `orders/${order}`,
    `compare?models=${training}`,
    `variant?sequence=${variant}`,
    "settings",
    "no-such-page",
  ];
}
