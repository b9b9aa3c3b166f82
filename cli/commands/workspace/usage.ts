import { dataOf } from "#client/rawClient.ts";
import type { CliCommand } from "../../command.ts";

/** Prints requests, stored and scanned bytes, and computing time of months as CSV. */
export const usage: CliCommand = {
  arguments: [["[months...]", "such as 2026-11; defaults to this month"]],
  notes: "Requires the role manager.",
  run: async (cli, _options, months: string[]) => {
    const { name, raw } = await cli.workspace();
    const wanted = months.length > 0 ? months : [new Date().toISOString().slice(0, 7)];
    const usages = await Promise.all(
      wanted.map((month) =>
        dataOf(
          raw.GET("/v2/workspace/{workspace}/usage:get", {
            params: { path: { workspace: name }, query: { month } },
          }),
        ),
      ),
    );
    if (cli.json) return cli.done(usages, "");
    cli.print("month,requests,stored_bytes,scanned_bytes,task_seconds\n");
    for (const { month, requests, stored_bytes: stored, scanned_bytes, task_seconds } of usages)
      cli.print(`${month},${requests},${stored ?? ""},${scanned_bytes},${task_seconds}\n`);
  },
};
