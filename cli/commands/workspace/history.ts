import { take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";
import { limitOf } from "../../limitOption.ts";
import { ifFound } from "../../session/ifFound.ts";

/** Maximum number of loads read at once. */
const AT_ONCE = 10;

/** Lists the versions of the workspace with their causes, newest first. */
export const history: CliCommand<{ limit?: string }> = {
  options: [["-L, --limit <number>", "maximum number; defaults to 20"]],
  notes: "pdp table history TABLE lists the versions of one table, with its rows.",
  run: async (cli, { limit = "20" }) => {
    const workspace = await cli.workspace();
    const versions = await take(workspace.versions({ order: "DESC" }), limitOf(limit));
    const ids = [...new Set(versions.flatMap(({ load_id: id }) => id ?? []))];
    const names = new Map<string, string[]>();
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const read = ids.slice(at, at + AT_ONCE).map(async (id) => {
        const load = await ifFound(workspace.load(id).get());
        names.set(id, load?.files.map(({ filepath }) => filepath) ?? []);
      });
      await Promise.all(read);
    }
    await cli.list(
      versions.map((version) => ({ ...version, files: names.get(version.load_id ?? "") ?? [] })),
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
