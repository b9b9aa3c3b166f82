import { pages, take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";
import { limitOf } from "../../limitOption.ts";

interface Options {
  from?: string;
  to?: string;
  user?: string;
  kind?: string;
  object?: string;
  limit?: string;
}

/** Lists who read or changed what in the workspace, newest first. */
export const activity: CliCommand<Options> = {
  options: [
    ["--from <date>", "start, inclusive"],
    ["--to <date>", "end, exclusive"],
    ["--user <id>", "a person or a machine, by id"],
    ["--kind <operation>", "an operation, such as load:undo"],
    ["--object <id>", "an id, or a table"],
    ["-L, --limit <number>", "maximum number; defaults to 20"],
  ],
  notes:
    "Requires the role manager. All records: pdp api GET 'audit:download?format=PARQUET' > audit.parquet",
  run: async (cli, { limit = "20", ...filter }) => {
    const { name, raw } = await cli.workspace();
    const records = pages((cursor) =>
      raw.GET("/v2/workspace/{workspace}/audit:list", {
        params: { path: { workspace: name }, query: { ...filter, order: "DESC", ...cursor } },
      }),
    );
    await cli.list(await take(records, limitOf(limit)), {
      at: ({ at }) => at,
      user: (record) => record.user_id,
      kind: ({ kind }) => kind,
      object: ({ object }) => object,
      status: ({ status }) => status,
      rows: ({ rows }) => rows,
      bytes: ({ bytes }) => bytes,
      address: ({ address }) => address,
    });
  },
};
