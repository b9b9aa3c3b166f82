import type { CliCommand } from "../../command.ts";

/** Removes the tag from a version. */
export const remove: CliCommand = {
  arguments: [["<name>", "name of a version"]],
  run: async (cli, _options, name: string) => {
    const workspace = await cli.workspace();
    const tag = await workspace.untag(name);
    cli.done(tag, `✓ version ${tag.version_id} is no longer named ${tag.name}`);
  },
};
