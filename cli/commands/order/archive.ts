import type { CliCommand } from "../../command.ts";
import { type ConfirmOptions, confirmForOthers, YES } from "../../session/confirmForOthers.ts";
import { orderIdOf } from "../../session/latestId.ts";

/** Archives an order. */
export const archive: CliCommand<ConfirmOptions> = {
  arguments: [["<order>", "id of the order, or latest"]],
  options: [YES],
  run: async (cli, options, stated: string) => {
    const workspace = await cli.workspace();
    const id = await orderIdOf(workspace, stated);
    await confirmForOthers(cli, `The order ${id}`, (await workspace.orders.get(id)).created_by, options);
    const order = await workspace.orders.archive(id);
    cli.done(order, `✓ archived the order ${order.name}`);
  },
};
