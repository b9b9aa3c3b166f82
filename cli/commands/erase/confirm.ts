import type { CliCommand } from "../../command.ts";
import { erasureWords } from "./planWords.ts";

/** Erases the rows of a plan from every version. It cannot be undone. */
export const confirm: CliCommand = {
  arguments: [["<plan>", "id of a plan, from pdp erase plan"]],
  run: async (cli, _options, id: string) => {
    const erasure = (await cli.workspace()).erasure(id);
    await erasure.start();
    if (!cli.waits) {
      cli.done(
        await erasure.get(),
        `The erasure is under way: pdp erase certificate ${id} when it has ended`,
      );
      return;
    }
    const onwards = `The erasure goes on: pdp erase certificate ${id} when it has ended`;
    const done = await cli.waiting(erasureWords, onwards, (waiting) => erasure.wait(waiting));
    const rows = done.plan.tables.reduce((sum, table) => sum + table.rows, 0);
    const words = `✓ ${rows.toLocaleString("en-US")} rows are gone from every version    (its certificate: pdp erase certificate ${id})`;
    cli.done(done, words);
  },
};
