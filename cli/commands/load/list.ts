import { take } from "#client/pages.ts";
import { requireChoice } from "../../choiceOption.ts";
import type { CliCommand } from "../../command.ts";
import { limitOf } from "../../limitOption.ts";
import { CONTEXT_OPTIONS, type ContextOptions, findProject } from "../../session/findContext.ts";
import { loadsOfFiles } from "../../session/loadsOfFiles.ts";

interface Options extends ContextOptions {
  limit?: string;
  state?: string;
  all?: boolean;
}

const STATES = ["pending", "loading", "completed", "failed"];

/** Lists loads, newest first. */
export const list: CliCommand<Options> = {
  options: [
    CONTEXT_OPTIONS[0],
    ["--state <state>", "pending, loading, completed or failed"],
    ["-L, --limit <number>", "maximum number; defaults to 50"],
    ["--all", "include loads created by tasks"],
  ],
  run: async (cli, { project, state, limit = "50", all = false }) => {
    if (state !== undefined) requireChoice("--state", state, STATES);
    const workspace = await cli.workspace();
    const query = {
      order: "DESC" as const,
      ...(project !== undefined && { project_id: (await findProject(workspace, project)).id }),
      ...(state !== undefined && { state: state.toUpperCase() as "PENDING" }),
    };
    const loads = all ? workspace.loads(query) : loadsOfFiles(workspace.loads(query));
    await cli.list(await take(loads, limitOf(limit)), {
      id: ({ id }) => id,
      state: (load) => (load.state === "COMPLETED" && !load.is_active ? "undone" : load.state.toLowerCase()),
      tables: ({ tables }) => Object.keys(tables).join(", "),
      files: ({ files }) => files.map(({ filepath }) => filepath).join(", "),
      rows: ({ tables }) => Object.values(tables).reduce((sum, { rows = 0 }) => sum + rows, 0),
      created: (load) => load.created_at,
      expires: ({ expires_at }) => expires_at ?? null,
    });
  },
};
