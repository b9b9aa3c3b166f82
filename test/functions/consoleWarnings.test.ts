import { expect, test } from "vitest";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";
import {
  generator,
  type Predicted,
  runDesignTask,
  runTask,
  score,
  UNUSABLE_WARNING,
  unusableModels,
} from "../support/designLab.ts";
import { addVariants } from "../support/taskLab.ts";

describeConsole("warnings about predictions in the console", (made) => {
  test("every page with predictions that are not usable says so", async () => {
    await addVariants(made.lab, 60);
    const models = await unusableModels(made.lab);
    const parameters = { generator: generator(models), ranker: score(models), num_assemblies: 6, seed: 1 };
    const { task, rows } = await runDesignTask(models, "engineer/v2", parameters);
    const template = { monomer: models.reference };
    const predicted = await runTask<Predicted>(made.lab, "predict/v1", { scorer: models.scorer, template });
    const [best] = rows;
    const page = await made.console.open(`/w/${made.lab.name}/tasks/${task.id}`);
    for (const path of [
      `tasks/${task.id}`,
      `designs/${task.id}`,
      `predictions/${predicted.id}`,
      `variant?sequence=${best?.sequence}`,
    ]) {
      await page.goto(new URL(`/w/${made.lab.name}/${path}`, page.url()).href);
      await page.getByText(UNUSABLE_WARNING).first().waitFor();
      await expectAccessible(page);
    }
    expect(made.console.complaints).toEqual([]);
  });
});
