import type { CliCommand } from "../../command.ts";
import { DATA_OPTIONS, type DataOptions, dataParameters } from "./dataOptions.ts";
import { startTask, TASK_OPTIONS, type TaskOptions } from "./startTask.ts";

/** Analyses measurements: noise, coverage, outliers, effects of substitutions. */
export const analyze: CliCommand<TaskOptions & DataOptions> = {
  options: [...DATA_OPTIONS, ...TASK_OPTIONS],
  run: (cli, options) => startTask(cli, "analyze", options, () => dataParameters(options)),
};
