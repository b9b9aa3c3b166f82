import { take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { VERSION_OPTION, versionAt } from "../../session/versionAt.ts";

/** Tags a version with a name. */
export const add: CliCommand = {
  arguments: [
    ["<name>", "name that starts with a letter and contains letters, digits, dots, hyphens and underscores"],
    ["[version]", `${VERSION_OPTION}; defaults to the latest version`],
  ],
  run: async (cli, _options, name: string, stated: string | undefined) => {
    const workspace = await cli.workspace();
    const version = stated === undefined ? undefined : await versionAt(workspace, stated);
    const [latest] = version === undefined ? await take(workspace.versions({ order: "DESC" }), 1) : [];
    const id = version ?? latest?.id;
    if (id === undefined)
      throw new UsageError("The workspace has no versions yet. Create or import a table first.");
    const tag = await workspace.tag(id, name);
    cli.done(tag, `✓ version ${tag.version_id} is now named ${tag.name}`);
  },
};
