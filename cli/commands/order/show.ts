import type { CliCommand } from "../../command.ts";
import { orderIdOf } from "../../session/latestId.ts";
import { wellFields } from "./wellFields.ts";

/** Shows the layout of an order. */
export const show: CliCommand = {
  arguments: [["<order>", "id of the order, or latest"]],
  run: async (cli, _options, stated: string) => {
    const workspace = await cli.workspace();
    const order = await workspace.orders.get(await orderIdOf(workspace, stated));
    if (order.erased_at !== null)
      cli.say(`! The layout was deleted at ${order.erased_at} because rows of its designs were erased.`);
    if (cli.json) cli.print(`${JSON.stringify(order, null, 2)}\n`);
    else await cli.list(order.wells, wellFields(order));
  },
};
