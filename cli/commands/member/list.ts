import { take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";

/** Lists the members of the workspace with their roles. */
export const list: CliCommand = {
  run: async (cli) => {
    await cli.list(await take((await cli.workspace()).members()), {
      email: ({ email }) => email,
      name: ({ name }) => name,
      role: ({ role }) => role,
      source: (member) => member.role_source.toLowerCase(),
      id: (member) => member.user_id,
    });
  },
};
