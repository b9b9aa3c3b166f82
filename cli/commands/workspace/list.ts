import type { CliCommand } from "../../command.ts";

/** Lists the workspaces that the caller can access. */
export const list: CliCommand = {
  run: async (cli) => {
    await cli.list(await (await cli.platform()).workspaces(), {
      name: ({ name }) => name,
      region: ({ region }) => region,
      address: (record) => record.region_api_url,
    });
  },
};
