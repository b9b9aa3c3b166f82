import { take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";

/** Lists the tables and views of the workspace. */
export const list: CliCommand<{ all?: boolean }> = {
  options: [["--all", "include tables that tasks created"]],
  run: async (cli, { all = false }) => {
    const workspace = await cli.workspace();
    await cli.list(await take(workspace.tables(all ? { include_internal: true } : {})), {
      reference: ({ reference }) => reference,
      kind: ({ kind }) => kind.toLowerCase(),
      rows: ({ rows }) => rows,
      columns: ({ columns }) => columns.length,
      changed: (table) => table.updated_at,
    });
  },
};
