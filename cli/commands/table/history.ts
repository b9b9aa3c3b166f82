import { take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";
import { limitOf } from "../../limitOption.ts";

/** Lists the versions of a table or of the workspace, newest first. */
export const history: CliCommand<{ limit?: string }> = {
  arguments: [["[table]", "reference of a table; defaults to all tables"]],
  options: [["-L, --limit <number>", "maximum number"]],
  notes: 'To read an earlier version: pdp sql --as-of VERSION "SELECT …"',
  run: async (cli, { limit }, reference: string | undefined) => {
    const workspace = await cli.workspace();
    const table = reference === undefined ? undefined : await workspace.table(reference);
    const versions = workspace.versions({ order: "DESC", ...(table && { table_id: table.id }) });
    const shownVersions = await take(versions, limit === undefined ? undefined : limitOf(limit));
    const changeOf = ({ tables }: (typeof shownVersions)[number]) =>
      table ? tables.find((change) => change.table_id === table.id) : undefined;
    await cli.list(shownVersions, {
      version: ({ id }) => id,
      kind: ({ kind }) => kind.toLowerCase(),
      at: (version) => version.created_at,
      load: (version) => version.load_id,
      tags: ({ tags }) => tags?.join(", "),
      ...(table
        ? {
            rows: (version) => changeOf(version)?.rows,
            added: (version) => changeOf(version)?.rows_added,
            removed: (version) => changeOf(version)?.rows_removed,
          }
        : { tables: ({ tables }) => tables.map((change) => change.reference).join(", ") }),
    });
  },
};
