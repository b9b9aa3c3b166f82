import type { CliCommand } from "../../command.ts";

/** Archives an order. */
export const archive: CliCommand = {
  arguments: [["<order>", "id of the order"]],
  run: async (cli, _options, id: string) => {
    const order = await (await cli.workspace()).orders.archive(id);
    cli.done(order, `✓ archived the order ${order.name}`);
  },
};
