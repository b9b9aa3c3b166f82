import { writePositions } from "#client/requests/positions.ts";
import type { Workspace } from "#client/workspace.ts";
import type { CliCommand } from "../../command.ts";
import { projectOf } from "../../session/findContext.ts";
import {
  DESIGN_OPTIONS,
  type DesignModels,
  type DesignOptions,
  frequencyOf,
  generatorOf,
  hasStructurePlaces,
  keptByStructure,
  modelsOf,
  numberOfDesigns,
} from "./designOptions.ts";
import { startTask, TASK_OPTIONS, type TaskOptions } from "./startTask.ts";

/**
 * Returns the command for a task that designs variants with trained models. `choiceOf` returns the design selection.
 */
export function designCommand<Own extends object>(
  kind: "diversify" | "engineer",
  ownOptions: NonNullable<CliCommand["options"]>,
  choiceOf: (models: DesignModels, options: Own & DesignOptions) => { ranker: object; library?: object },
): CliCommand<Own & DesignOptions & TaskOptions> {
  return {
    options: [...ownOptions, ...DESIGN_OPTIONS, ...TASK_OPTIONS],
    run: (cli, options) => {
      let models: DesignModels;
      const parametersOf = async (workspace: Workspace) => {
        models = await modelsOf(workspace, options, () => projectOf(cli, workspace, options));
        // Rejects options unknown to the models before anything is printed.
        const choice = choiceOf(models, options);
        return {
          generator: generatorOf(cli, models, options),
          ...choice,
          ranker: { ...choice.ranker, ...frequencyOf(options) },
          num_assemblies: numberOfDesigns(options),
        };
      };
      return startTask(cli, kind, options, parametersOf, async (task) => {
        const kept = hasStructurePlaces(options) ? keptByStructure((await task.get()).parameters) : [];
        if (kept.length > 0)
          cli.say(
            `kept because of the structure: ${writePositions(kept, models.template, models.numbering)}`,
          );
      });
    },
  };
}
