import type { CliCommand } from "../../command.ts";
import { type ConfirmOptions, confirmForOthers, YES } from "../../session/confirmForOthers.ts";

/** Archives an order. */
export const archive: CliCommand<ConfirmOptions> = {
  arguments: [["<order>", "id of the order"]],
  options: [YES],
  run: async (cli, options, id: string) => {
    const { orders } = await cli.workspace();
    await confirmForOthers(cli, `The order ${id}`, (await orders.get(id)).created_by, options);
    const order = await orders.archive(id);
    cli.done(order, `✓ archived the order ${order.name}`);
  },
};
