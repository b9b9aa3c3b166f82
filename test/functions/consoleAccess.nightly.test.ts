import { expect, test } from "vitest";
import { PAGE_LIST, pathOfPage } from "../console/pageList.ts";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";
import {
  generator,
  type Predicted,
  runDesignTask,
  runTask,
  score,
  unusableModels,
} from "../support/designLab.ts";
import { addVariants } from "../support/taskLab.ts";

interface List {
  items: { id: string }[];
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

describeConsole("every page of the console", (made) => {
  test("pages are accessible, fit on a desktop and a phone, and report no error", async () => {
    const { api, name, projectId } = made.lab;
    await addVariants(made.lab, 60);
    const models = await unusableModels(made.lab);
    const parameters = { generator: generator(models), ranker: score(models), num_assemblies: 6, seed: 1 };
    const { task, rows } = await runDesignTask(models, "engineer/v2", parameters);
    const template = { monomer: models.reference };
    const predicted = await runTask<Predicted>(made.lab, "predict/v1", { scorer: models.scorer, template });
    const [training] = (await api.get<List>("/task:list?type=train/v2")).items;
    const [load] = (await api.get<List>("/data/load:list")).items;
    const paths = {
      training: `tasks/${training?.id}`,
      design: `tasks/${task.id}`,
      designs: `designs/${task.id}`,
      predictions: `predictions/${predicted.id}`,
      variant: `variant?sequence=${rows[0]?.sequence}`,
      compare: `compare?models=${training?.id}`,
      project: `projects/${projectId}`,
      load: `loads/${load?.id}`,
    };
    const page = await made.console.open(`/w/${name}`);
    for (const listed of PAGE_LIST) {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.goto(new URL(`/w/${name}/${pathOfPage(listed, paths)}`, page.url()).href);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForLoadState("networkidle");
        await expectAccessible(page);
        const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
        expect(wide, `${listed.name} at ${size.width} px`).toBeLessThanOrEqual(size.width);
      }
    }
    expect(made.console.complaints).toEqual([]);
  });
});
