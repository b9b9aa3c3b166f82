import type { CliCommand } from "../../command.ts";
import {
  DESIGN_OPTIONS,
  type DesignOptions,
  generatorOf,
  modelsOf,
  numberOfDesigns,
} from "./designOptions.ts";
import { startTask, TASK_OPTIONS, type TaskOptions } from "./startTask.ts";

/** Designs variants that are likely and unlike each other. */
export const diversify: CliCommand<TaskOptions & DesignOptions> = {
  options: [...DESIGN_OPTIONS, ...TASK_OPTIONS],
  run: (cli, options) =>
    startTask(cli, "diversify", options, async (workspace) => {
      const models = await modelsOf(workspace, options);
      const reference_assembly = { monomer: models.template };
      const sampler_config = { kind: "MONOMER_SAMPLER", sampler: models.sampler, reference_assembly };
      return {
        generator: generatorOf(cli, models, options),
        ranker: { type: "LIKELIHOOD_BASED", sampler_config },
        num_assemblies: numberOfDesigns(options),
      };
    }),
};
