import { take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";
import { ifFound } from "../../session/ifFound.ts";

/** Lists the versions of the workspace with their causes, newest first. */
export const history: CliCommand<{ limit?: string }> = {
  options: [["--limit <number>", "maximum number; defaults to 20"]],
  notes: "pdp table history TABLE lists the versions of one table, with its rows.",
  run: async (cli, { limit = "20" }) => {
    const workspace = await cli.workspace();
    const versions = await take(workspace.versions({ order: "DESC" }), Number(limit));
    const ids = [...new Set(versions.flatMap(({ load_id: id }) => id ?? []))];
    const loads = new Map(
      await Promise.all(ids.map(async (id) => [id, await ifFound(workspace.load(id).get())] as const)),
    );
    const filesOf = (id?: string) =>
      (id === undefined ? undefined : loads.get(id))?.files.map(({ filepath }) => filepath) ?? [];
    await cli.list(
      versions.map((version) => ({ ...version, files: filesOf(version.load_id) })),
      {
        version: ({ id }) => id,
        at: (version) => version.created_at,
        kind: ({ kind }) => kind.toLowerCase(),
        tables: ({ tables }) => tables.map(({ reference }) => reference).join(", "),
        load: (version) => version.load_id,
        files: ({ files }) => files.join(", "),
        tags: ({ tags }) => tags?.join(", "),
      },
    );
  },
};
