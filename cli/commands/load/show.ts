import type { Load } from "#client/loadHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import type { CliCommand } from "../../command.ts";
import { loadIdOf } from "../../session/latestId.ts";
import { progressWords } from "./progressWords.ts";

/** Returns the name of the round of a load; null if it is not in a round. */
async function roundNameOf(workspace: Workspace, context: Load["context"]): Promise<string | null> {
  if (context.kind !== "ROUND") return null;
  const of = { project_id: String(context.project_id), include_archived: true };
  for await (const { id, name } of workspace.rounds(of)) if (id === context.round_id) return name;
  return String(context.round_id);
}

/** Shows a load. */
export const show: CliCommand = {
  arguments: [["<load>", "id of a load, or latest"]],
  run: async (cli, _options, stated: string) => {
    const workspace = await cli.workspace();
    const load = await workspace.load(await loadIdOf(workspace, stated)).get();
    const round = await roundNameOf(workspace, load.context);
    await cli.record(load, {
      id: (shown) => shown.id,
      state: ({ state }) => state.toLowerCase(),
      active: ({ is_active }) => is_active,
      round: () => round,
      progress: (shown) => (shown.progress ? progressWords(shown) : null),
      tables: ({ tables }) =>
        Object.entries(tables)
          .map(([name, { rows }]) => (rows === undefined ? name : `${name} (${rows} rows)`))
          .join(", "),
      files: ({ files }) => files.map((file) => `${file.filepath} (${file.id})`).join(", "),
      description: ({ description }) => description,
      created: ({ created_at }) => created_at,
      changed: ({ updated_at }) => updated_at,
      expires: ({ expires_at }) => expires_at ?? null,
    });
    for (const sentence of load.errors) cli.say(`✗ ${sentence}`);
    for (const sentence of load.warnings ?? []) cli.say(`! ${sentence}`);
  },
};
