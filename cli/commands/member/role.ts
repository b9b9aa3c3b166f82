import { take } from "#client/pages.ts";
import { dataOf } from "#client/rawClient.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";

const ROLES = ["reader", "scientist", "manager"] as const;

/** Sets the role of a member; `default` removes it. */
export const role: CliCommand = {
  arguments: [
    ["<member>", "email or id"],
    ["<role>", "reader, scientist, manager, or default"],
  ],
  notes: "Requires the role manager.",
  run: async (cli, _options, wanted: string, stated: string) => {
    const known = ROLES.find((name) => name === stated) ?? null;
    if (known === null && stated !== "default")
      throw new UsageError(`"${stated}" is not a role. Use ${ROLES.join(", ")} or default.`);
    const workspace = await cli.workspace();
    const member = (await take(workspace.members())).find(
      (member) => member.email === wanted || member.user_id === wanted,
    );
    if (!member) throw new UsageError(`No member is "${wanted}": pdp member list`);
    const body = { user_id: member.user_id, role: known };
    const params = { path: { workspace: workspace.name } };
    const now = await dataOf(
      workspace.raw.POST("/v2/workspace/{workspace}/member:setRole", { params, body }),
    );
    cli.done(now, `✓ ${now.email} is ${now.role} of ${workspace.name}`);
  },
};
