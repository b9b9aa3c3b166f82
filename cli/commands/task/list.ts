import { take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";
import { limitOf } from "../../limitOption.ts";
import { CONTEXT_OPTIONS, type ContextOptions, findProject } from "../../session/findContext.ts";

interface Options extends ContextOptions {
  limit?: string;
  state?: string;
  type?: string;
}

const TYPES: Record<string, string> = { analyze: "analyze.data/v2", predict: "predict/v1" };

/** Lists tasks, newest first. */
export const list: CliCommand<Options> = {
  options: [
    CONTEXT_OPTIONS[0],
    ["--state <state>", "init, executing, completed, failed or cancelled"],
    ["--type <type>", "train, diversify, engineer, predict or analyze"],
    ["--limit <number>", "maximum number; defaults to 50"],
  ],
  run: async (cli, { project, state, type, limit = "50" }) => {
    const workspace = await cli.workspace();
    // The service validates the state and type.
    const query = {
      order: "DESC",
      ...(project !== undefined && { project_id: (await findProject(workspace, project)).id }),
      ...(state !== undefined && { state: state.toUpperCase() }),
      ...(type !== undefined && { type: type.includes("/") ? type : (TYPES[type] ?? `${type}/v2`) }),
    } as Parameters<typeof workspace.tasks>[0];
    await cli.list(await take(workspace.tasks(query), limitOf(limit)), {
      id: ({ id }) => id,
      type: (task) => task.type,
      state: (task) => task.state.toLowerCase(),
      name: (task) => task.display_name,
      created: (task) => task.created_at,
      changed: (task) => task.updated_at,
    });
  },
};
