import type { CliCommand } from "../../command.ts";
import { DATA_OPTIONS, type DataOptions, dataParameters } from "./dataOptions.ts";
import { startTask, TASK_OPTIONS, type TaskOptions } from "./startTask.ts";

/** Analyzes measurements: noise, coverage, outliers and substitution effects. */
export const analyze: CliCommand<TaskOptions & DataOptions> = {
  options: [...DATA_OPTIONS, ...TASK_OPTIONS],
  run: (cli, options) =>
    startTask(cli, "analyze", options, (workspace) => dataParameters(cli, workspace, options)),
};
