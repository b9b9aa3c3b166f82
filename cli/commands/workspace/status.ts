import { take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";

/** Shows the platform, the user, the workspace with its latest version, and running loads and tasks. */
export const status: CliCommand = {
  run: async (cli) => {
    const [url, platform, workspace, project] = await Promise.all([
      cli.url(),
      cli.platform(),
      cli.workspace(),
      cli.usualProject(),
    ]);
    const [me, [version], loads, ...tasks] = await Promise.all([
      platform.me(),
      take(workspace.versions({ order: "DESC" }), 1),
      take(workspace.loads({ state: "LOADING" })),
      take(workspace.tasks({ state: "INIT" })),
      take(workspace.tasks({ state: "EXECUTING" })),
    ]);
    const record = {
      url,
      user: me.email,
      workspace: workspace.name,
      project: project ?? null,
      version: version?.id ?? null,
      changed: version?.created_at ?? null,
      running: [
        ...loads.map(({ id }) => ({ kind: "load", id })),
        ...tasks.flat().map(({ id, type }) => ({ kind: type, id })),
      ],
    };
    await cli.record(record, {
      url: () => url,
      user: ({ user }) => user,
      workspace: () => workspace.name,
      project: () => project,
      version: () => version?.id,
      changed: ({ changed }) => changed,
      running: ({ running }) => running.map(({ kind, id }) => `${kind} ${id}`).join(", ") || "nothing",
    });
  },
};
