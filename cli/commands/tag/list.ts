import { take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";

/** Lists version tags. */
export const list: CliCommand = {
  notes: "To read a named version: SELECT … FROM t FOR VERSION AS OF 'name', or pdp sql --as-of name",
  run: async (cli) => {
    const workspace = await cli.workspace();
    await cli.list(await take(workspace.tags()), {
      tag: ({ name }) => name,
      version: ({ version_id }) => version_id,
      at: ({ created_at }) => created_at,
    });
  },
};
