import type { CliCommand } from "../../command.ts";

/** Shows a table. */
export const show: CliCommand = {
  arguments: [["<table>", "reference of a table or view"]],
  run: async (cli, _options, reference: string) => {
    await cli.record(await (await cli.workspace()).table(reference), {
      reference: (table) => table.reference,
      id: ({ id }) => id,
      kind: ({ kind }) => kind.toLowerCase(),
      rows: ({ rows }) => rows,
      columns: ({ columns }) => columns.map(({ name, type }) => `${name} ${type}`).join(", "),
      key: ({ key }) => key?.join(", "),
      version: (table) => table.version_id,
      changed: (table) => table.updated_at,
      description: ({ description }) => description,
      query: ({ query }) => query,
    });
  },
};
