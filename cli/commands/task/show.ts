import type { CliCommand } from "../../command.ts";
import { progressWords } from "./taskWords.ts";

/** Shows a task. */
export const show: CliCommand = {
  arguments: [["<task>", "id of a task"]],
  run: async (cli, _options, id: string) => {
    const task = await (await cli.workspace()).task(id).get();
    cli.record(task, {
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
