import { pages, take } from "#client/pages.ts";
import type { Workspace } from "#client/workspace.ts";
import type { CliCommand } from "../../command.ts";

/** Lists the members of the workspace with their roles. */
export const list: CliCommand = {
  run: async (cli) => {
    await cli.list(await membersOf(await cli.workspace()), {
      email: ({ email }) => email,
      name: ({ name }) => name,
      role: ({ role }) => role,
      source: (member) => member.role_source.toLowerCase(),
      id: (member) => member.user_id,
    });
  },
};

export function membersOf({ name, raw }: Workspace) {
  return take(
    pages((cursor) =>
      raw.GET("/v2/workspace/{workspace}/member:list", {
        params: { path: { workspace: name }, query: cursor },
      }),
    ),
  );
}
