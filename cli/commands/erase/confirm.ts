import { formatCount } from "@pdp/basics/wording";
import type { CliCommand } from "../../command.ts";
import { erasureWords } from "./planWords.ts";

/** Erases the planned rows from every version. This cannot be undone. */
export const confirm: CliCommand<{ keepTexts?: boolean }> = {
  arguments: [["<plan>", "id of a plan, from pdp erase plan"]],
  options: [["--keep-texts", "keep names and descriptions that contain erased values"]],
  run: async (cli, { keepTexts = false }, id: string) => {
    const erasure = (await cli.workspace()).erasure(id);
    await erasure.start({ keepTexts });
    if (!cli.waits) {
      cli.done(
        await erasure.get(),
        `The erasure is running. When it completes, run: pdp erase certificate ${id}`,
      );
      return;
    }
    const onwards = `The erasure continues in the background. When it completes, run: pdp erase certificate ${id}`;
    const done = await cli.waiting(erasureWords, onwards, (waiting) => erasure.wait(waiting));
    const rows = done.plan.tables.reduce((sum, table) => sum + table.rows, 0);
    const count = formatCount(rows, "row");
    cli.done(done, `✓ erased ${count} from every version    (certificate: pdp erase certificate ${id})`);
  },
};
