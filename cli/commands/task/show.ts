import type { CliCommand } from "../../command.ts";
import { taskIdOf } from "../../session/latestId.ts";
import { progressWords } from "./taskWords.ts";

/** Shows a task. */
export const show: CliCommand = {
  arguments: [["<task>", "id of a task, or latest"]],
  run: async (cli, _options, stated: string) => {
    const workspace = await cli.workspace();
    const task = await workspace.task(await taskIdOf(workspace, stated)).get();
    await cli.record(task, {
      id: (shown) => shown.id,
      type: ({ type }) => type,
      state: ({ state }) => state.toLowerCase(),
      name: (shown) => shown.display_name,
      progress: (shown) => (shown.progress ? progressWords(shown) : null),
      data: (shown) =>
        Object.entries(shown.data_snapshots)
          .map(([path, id]) => `${path} snapshots.id_${id}`)
          .join(", "),
      designs: ({ result }) =>
        result && "selected_assemblies" in result ? result.selected_assemblies.table : null,
      predictions: ({ result }) => (result && "predictions" in result ? result.predictions.table : null),
      created: (shown) => shown.created_at,
      changed: (shown) => shown.updated_at,
      description: ({ description }) => description,
    });
    for (const sentence of task.errors) cli.say(`✗ ${sentence}`);
  },
};
