import type { CliCommand } from "../../command.ts";

/** Shows the signed-in user and the platform. */
export const whoami: CliCommand = {
  run: async (cli) => {
    const url = await cli.url();
    const me = await (await cli.platform()).me();
    const workspace = (await cli.usualWorkspace()) ?? null;
    await cli.record(
      { ...me, url, workspace },
      {
        email: ({ email }) => email,
        name: ({ name }) => name,
        id: (who) => who.user_id,
        workspace: (who) => who.workspace,
        url: (who) => who.url,
      },
    );
  },
};
