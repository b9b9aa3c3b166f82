import { take } from "#client/pages.ts";
import { requireChoice } from "../../choiceOption.ts";
import type { CliCommand } from "../../command.ts";
import { limitOf } from "../../limitOption.ts";
import { CONTEXT_OPTIONS, type ContextOptions, findProject } from "../../session/findContext.ts";
import { taskName } from "./taskWords.ts";

interface Options extends ContextOptions {
  limit?: string;
  state?: string;
  type?: string;
}

const STATES = ["init", "executing", "completed", "failed", "cancelled"];
const KINDS = ["train", "diversify", "engineer", "select", "predict", "analyze"];
const TYPES: Record<string, string> = { analyze: "analyze.data/v2", predict: "predict/v1" };

/** Lists tasks, newest first. */
export const list: CliCommand<Options> = {
  options: [
    CONTEXT_OPTIONS[0],
    ["--state <state>", "init, executing, completed, failed or cancelled"],
    ["--type <type>", "train, diversify, engineer, select, predict or analyze"],
    ["-L, --limit <number>", "maximum number; defaults to 50"],
  ],
  run: async (cli, { project, state, type, limit = "50" }) => {
    if (state !== undefined) requireChoice("--state", state, STATES);
    if (type !== undefined && !type.includes("/")) requireChoice("--type", type, KINDS);
    const workspace = await cli.workspace();
    const query = {
      order: "DESC",
      ...(project !== undefined && { project_id: (await findProject(workspace, project)).id }),
      ...(state !== undefined && { state: state.toUpperCase() }),
      ...(type !== undefined && {
        type: type.includes("/") ? type : (TYPES[type.toLowerCase()] ?? `${type.toLowerCase()}/v2`),
      }),
    } as Parameters<typeof workspace.tasks>[0];
    await cli.list(await take(workspace.tasks(query), limitOf(limit)), {
      id: ({ id }) => id,
      type: (task) => task.type,
      state: (task) => task.state.toLowerCase(),
      name: taskName,
      created: (task) => task.created_at,
      changed: (task) => task.updated_at,
    });
  },
};
