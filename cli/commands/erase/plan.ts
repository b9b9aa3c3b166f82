import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { planWords } from "./planWords.ts";

/** Plans the erasure of rows from every version. Nothing is changed yet. */
export const plan: CliCommand<{ load?: string; table?: string; where?: string; reason?: string }> = {
  options: [
    ["--load <id>", "erase all rows of a load"],
    ["--table <reference>", "table that contains the rows; use with --where"],
    ["--where <condition>", "SQL condition on the table's columns"],
    ["--reason <text>", "reason for the certificate; do not include erased values"],
  ],
  run: async (cli, { load, table, where, reason }) => {
    const isLoad = load !== undefined && table === undefined && where === undefined;
    const isCondition = load === undefined && table !== undefined && where !== undefined;
    if (!isLoad && !isCondition) throw new UsageError("Specify --load, or --table and --where.");
    const workspace = await cli.workspace();
    const handle = await workspace.prepareErasure({
      ...(load !== undefined && { load_id: load }),
      ...(table !== undefined && { reference: table }),
      ...(where !== undefined && { where }),
      ...(reason !== undefined && { reason }),
    });
    const erasure = await handle.get();
    const words = planWords(erasure).map((line) => `  ${line}`);
    const onwards = `Nothing has been erased yet. To permanently erase these rows from every version: pdp erase confirm ${handle.id}`;
    cli.done(erasure, [`Plan ${handle.id} would erase`, ...words, onwards].join("\n"));
  },
};
