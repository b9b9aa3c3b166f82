import { diversifyRequest, engineerRequest } from "#client/requests/designRequest.ts";
import { withEarlier } from "#client/requests/earlierTask.ts";
import { readPositions } from "#client/requests/positions.ts";
import { automaticRound } from "#client/rounds/automaticRound.ts";
import type { RoundChoice } from "#client/rounds/chooseRound.ts";
import type { Task, TaskHandle } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { chosenRound } from "../../rounds/chosenRound.ts";
import { type DesignChoices, type DesignSource, initialFrequency, templateOf } from "./designChoices.ts";
import { goalsOf } from "./goalChoice.ts";
import { libraryOf } from "./libraryChoice.ts";

/** Starts a task that designs variants: for the goals if there are any, or else plausible and diverse ones. */
export async function startDesign(
  workspace: Workspace,
  source: DesignSource,
  choices: DesignChoices,
): Promise<TaskHandle> {
  const { models, task: earlier } = source;
  const { goal, constraints } = goalsOf(choices.goals);
  const options = await optionsOf(workspace, source, choices);
  if (models.scorer === null || (!goal && constraints.length === 0)) {
    return workspace.diversify(withEarlier(diversifyRequest(options), earlier?.parameters));
  }
  const request = engineerRequest({
    ...options,
    scorer: models.scorer,
    goal,
    constraints,
    exploration: choices.exploration / 100,
    library: choices.library && libraryOf(choices.library),
  });
  const assays = models.assays.map(({ assay_id }) => assay_id);
  return workspace.engineer(withEarlier(request, earlier?.parameters, assays));
}

async function optionsOf(workspace: Workspace, source: DesignSource, choices: DesignChoices) {
  const { models, before } = source;
  const { count, maxMutations, allowIndels, forbidden, frequency } = choices;
  const project = projectOfDesigns(source);
  const reference = templateOf(source);
  // The round may still be unknown when the button is pressed.
  const name = choices.name ?? usualName(await automaticRound(workspace, project, "DESIGN"));
  return {
    project,
    round: await chosenRound(workspace, project, choices.round, "DESIGN"),
    reference,
    sampler: models.sampler,
    ...{ count, maxMutations, allowIndels },
    ...((forbidden.length > 0 || before?.forbiddenLiabilities) && { forbiddenLiabilities: forbidden }),
    // A value that nobody changed stays as it was: the default fills up if there are too few other designs.
    maxMutationFrequency:
      frequency === initialFrequency(before) ? before?.maxMutationFrequency : frequency / 100,
    kept: readPositions(choices.kept, reference, models.numbering),
    name: name.trim() || null,
  };
}

/** Returns the name of designs for a round, unless a person states one. */
export function usualName(round: RoundChoice | null | undefined): string {
  return round ? `Designs, ${round.name}` : "Designs";
}

/** Returns the project of the designs: that of the task being repeated or of the models. */
export function projectOfDesigns({ models, task }: DesignSource): string {
  return projectOfTask(task ?? models.task);
}

function projectOfTask({ context, id }: Task): string {
  if (context.kind !== "WORKSPACE") return String(context.project_id);
  throw new Error(`The task ${id} does not belong to a project: train models in a project.`);
}
