import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { planWords } from "./planWords.ts";

/** Plans the erasure of rows from every version. Nothing is changed. */
export const plan: CliCommand<{ load?: string; table?: string; where?: string; reason?: string }> = {
  options: [
    ["--load <id>", "erase all rows of a load"],
    ["--table <reference>", "table of the rows, with --where"],
    ["--where <condition>", "SQL condition over the columns of the table"],
    ["--reason <text>", "why, for the certificate; state no erased value"],
  ],
  run: async (cli, { load, table, where, reason }) => {
    const isLoad = load !== undefined && table === undefined && where === undefined;
    const isCondition = load === undefined && table !== undefined && where !== undefined;
    if (!isLoad && !isCondition) throw new UsageError("State --load, or --table and --where.");
    const workspace = await cli.workspace();
    const handle = await workspace.prepareErasure({
      ...(load !== undefined && { load_id: load }),
      ...(table !== undefined && { reference: table }),
      ...(where !== undefined && { where }),
      ...(reason !== undefined && { reason }),
    });
    const erasure = await handle.get();
    const words = planWords(erasure).map((line) => `  ${line}`);
    const onwards = `Nothing is changed yet. Erase this from every version, for good: pdp erase confirm ${handle.id}`;
    cli.done(erasure, [`Plan ${handle.id} would erase`, ...words, onwards].join("\n"));
  },
};
